import { focusSoon } from '../../../lib/focus-soon'
import { Dialog } from '../../../ui/Dialog'
import { Form } from '../../../ui/Form'
import { Select } from '../../../ui/Select'
import { Submit } from '../../../ui/Submit'
import { useAdminBooks } from '../book-queries'
import { MailedWords } from '../MailedWords'
import { type Suggestion, useAnswer } from '../suggestion-queries'

interface AnswerDialogProps {
  suggestion: Suggestion
  onClose(): void
}

/** Asks what the member is told, and which book came of it. */
export function AnswerDialog({ suggestion, onClose }: AnswerDialogProps) {
  const books = useAdminBooks()
  const answer = useAnswer(suggestion, () => {
    onClose()
    // Its card is about to go.
    focusSoon('content')
  })
  const { name } = suggestion.author
  return (
    <Dialog title={`Answer ${name}`} onClose={onClose}>
      <Form<'words' | 'bid'>
        onSubmit={({ words = '', bid }) => answer.mutate({ words: words.trim(), bid: bid || null })}
        error={answer.error}
        busy={answer.isPending}
      >
        <MailedWords name={name} hint="In the mail that tells what became of it." rows={4} />
        <Select
          name="bid"
          label="The book that came of it"
          prompt="None"
          options={books.map((book) => ({ value: book.id, label: book.name }))}
        />
        <Submit>{answer.isPending ? 'Answering…' : 'Mark as done'}</Submit>
      </Form>
    </Dialog>
  )
}

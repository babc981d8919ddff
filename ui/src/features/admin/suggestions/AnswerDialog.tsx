import { focusAfterRender } from '../../../lib/focus-after-render'
import { Dialog } from '../../../ui/Dialog'
import { Form } from '../../../ui/Form'
import { Select } from '../../../ui/Select'
import { Submit } from '../../../ui/Submit'
import { useAdminBooks } from '../books/queries'
import { MessageField } from '../MessageField'
import { type Suggestion, useAnswer } from './queries'

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
    focusAfterRender('content')
  })
  const { name } = suggestion.author
  return (
    <Dialog title={`Answer ${name}`} onClose={onClose}>
      <Form<'words' | 'bid'>
        onSubmit={({ words = '', bid }) => answer.mutate({ words: words.trim(), bid: bid || null })}
        error={answer.error}
        busy={answer.isPending}
      >
        <MessageField name={name} hint="In the mail that tells what became of it." rows={4} />
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

import { useLocation } from 'wouter'
import { paths } from '../../../paths'
import { Dialog } from '../../../ui/Dialog'
import { Form } from '../../../ui/Form'
import { Submit } from '../../../ui/Submit'
import { MessageField } from '../MessageField'
import { type Suggestion, useSuggestions } from '../suggestions/queries'
import { type BookFieldName, BookFields, readBook } from './BookFields'
import { useAddBook } from './queries'

interface AddBookDialogProps {
  /** What it is made of. */
  suggestion?: Suggestion | undefined
  onClose(): void
}

const NAME = 120
const DESCRIPTION = 600

/** The first line of a suggestion is a name; a long one says what the book is about, too. */
function readSuggestion({ text }: Suggestion) {
  const name = (text.trim().split('\n')[0] ?? '').slice(0, NAME)
  return { name, description: name === text.trim() ? '' : text.trim().slice(0, DESCRIPTION) }
}

/** Makes a book; its questions come next. */
export function AddBookDialog({ suggestion, onClose }: AddBookDialogProps) {
  const [, navigate] = useLocation()
  const add = useAddBook(({ id }) => navigate(paths.adminBook(id)))
  return (
    <Dialog title="Add a book" onClose={onClose}>
      <Form<BookFieldName | 'words'>
        onSubmit={({ words = '', ...typed }) =>
          add.mutate({
            ...readBook(typed),
            ...(suggestion && { from: suggestion.id, words: words.trim() }),
          })
        }
        error={add.error}
        busy={add.isPending}
      >
        <BookFields {...(suggestion && { book: readSuggestion(suggestion) })} />
        {suggestion && (
          <MessageField
            name={suggestion.author.name}
            hint="In the mail that tells that the suggestion became a book."
            rows={3}
          />
        )}
        <Submit>{add.isPending ? 'Adding…' : 'Add the book'}</Submit>
      </Form>
    </Dialog>
  )
}

/** The same, begun with what a member has suggested. */
export function SuggestedBookDialog({ from, onClose }: { from: string; onClose(): void }) {
  // One that is answered meanwhile is not there any more: it is then a book like others.
  const suggestion = useSuggestions('open').find(({ id }) => id === from)
  return <AddBookDialog suggestion={suggestion} onClose={onClose} />
}

import { Dialog } from '../../../ui/Dialog'
import { Form } from '../../../ui/Form'
import { Submit } from '../../../ui/Submit'
import { type BookFieldName, BookFields, readBook } from './BookFields'
import { type AdminBook, useEditBook } from './queries'

/** Changes what a book says of itself. */
export function EditBookDialog({ book, onClose }: { book: AdminBook; onClose(): void }) {
  const edit = useEditBook(book, onClose)
  return (
    <Dialog title={`Edit ${book.name}`} onClose={onClose}>
      <Form<BookFieldName>
        onSubmit={(typed) => edit.mutate(readBook(typed))}
        error={edit.error}
        busy={edit.isPending}
      >
        <BookFields book={book} />
        <Submit needsChange>{edit.isPending ? 'Saving…' : 'Save'}</Submit>
      </Form>
    </Dialog>
  )
}

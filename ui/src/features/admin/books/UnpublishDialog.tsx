import { errorMessage } from '../../../api/error'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { type AdminBook, useUnpublish } from './queries'

/** Asks before readers lose a book. */
export function UnpublishDialog({ book, onClose }: { book: AdminBook; onClose(): void }) {
  const { mutate, isPending, error } = useUnpublish(book, onClose)
  return (
    <Dialog title={`Unpublish ${book.name}?`} onClose={onClose}>
      <div className="stack">
        {error && <Banner tone="error">{errorMessage(error)}</Banner>}
        <p>
          Nobody can read or download it here any more. The memos stay, and the book collects again;
          copies that were downloaded already cannot be taken back.
        </p>
        <div className="row">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" busy={isPending} onClick={() => mutate()}>
            Unpublish the book
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

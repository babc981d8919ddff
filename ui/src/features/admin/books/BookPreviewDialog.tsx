import { useEffect } from 'react'
import { errorMessage } from '../../../api/error'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { Progress } from '../../../ui/Progress'
import { type AdminBook, usePreview } from './queries'

/** Has the book made as it would be published now, which takes a while, and saves it. */
export function BookPreviewDialog({ book, onClose }: { book: AdminBook; onClose(): void }) {
  const { mutate, isPending, isSuccess, error } = usePreview(book)
  useEffect(() => mutate(), [mutate])
  return (
    <Dialog title={`Preview of ${book.name}`} onClose={onClose}>
      <div className="stack">
        {isPending && (
          <>
            <Progress label="Making the preview" />
            <p role="status">The book is being made. This takes some seconds.</p>
          </>
        )}
        {isSuccess && <Banner tone="good">The preview is among your downloads.</Banner>}
        {error && (
          <Banner tone="error">
            <p>{errorMessage(error)}</p>
            <div className="row">
              <Button onClick={() => mutate()}>Try again</Button>
            </div>
          </Banner>
        )}
        <p className="meta">Only you see it, and nothing is published.</p>
      </div>
    </Dialog>
  )
}

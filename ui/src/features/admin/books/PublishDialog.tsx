import { type ReactNode, useEffect, useRef, useState } from 'react'
import { errorMessage } from '../../../api/error'
import { formatEntries, formatNumber } from '../../../lib/numbers'
import { serverConfig } from '../../../lib/server-config'
import { paths } from '../../../paths'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { DownloadLink } from '../../../ui/ButtonLink'
import { Dialog } from '../../../ui/Dialog'
import { Progress } from '../../../ui/Progress'
import { MissingPictures } from './MissingPictures'
import { type AdminBook, isBeingMade, usePublishBook } from './queries'

interface PublishDialogProps {
  /** As it is now: it is looked at again while it is being made. */
  book: AdminBook
  onClose(): void
}

/** Asks before an edition is made, and tells what becomes of it. */
export function PublishDialog({ book, onClose }: PublishDialogProps) {
  const publish = usePublishBook(book)
  const [before] = useState(book.edition)
  return (
    <Dialog title={`Publish ${book.name}`} onClose={onClose}>
      {book.edition > before ? (
        <Stage>
          <Banner tone="good">Edition {book.edition} is published.</Banner>
          <MissingPictures book={book} />
          <div className="row">
            <DownloadLink href={paths.publishedBook(book.id)}>Download it</DownloadLink>
          </div>
        </Stage>
      ) : isBeingMade(book) ? (
        <UnderWay book={book} />
      ) : (
        <Question book={book} publish={publish} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface QuestionProps extends PublishDialogProps {
  publish: ReturnType<typeof usePublishBook>
}

function Question({ book, publish, onClose }: QuestionProps) {
  const { mutate, isPending, isSuccess, error } = publish
  const { memoCount, newMemos, edition, lastFailure } = book
  // It was asked for, and is not on its way any more.
  const failure = isSuccess ? lastFailure?.error : undefined
  return (
    <div className="stack">
      {error && <Banner tone="error">{errorMessage(error)}</Banner>}
      {failure && <Banner tone="error">It could not be made: {failure}</Banner>}
      <p>
        {formatEntries(memoCount)}, {formatNumber(newMemos)} of them new, become edition{' '}
        {edition + 1}. An edition cannot be changed; what is written later goes into the next.
        {serverConfig.sendsMail && ' Everybody who wrote for it is told.'}
      </p>
      <div className="row">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" busy={isPending} onClick={() => mutate()}>
          {failure ? 'Try again' : `Publish edition ${edition + 1}`}
        </Button>
      </div>
    </div>
  )
}

function UnderWay({ book: { edition, compilingSince, compiledPercent } }: { book: AdminBook }) {
  return (
    <Stage>
      <Progress label={`Making edition ${edition + 1}`} percent={compiledPercent ?? undefined} />
      <p role="status">
        Edition {edition + 1} {compilingSince ? 'is being made.' : 'waits for its turn.'}
      </p>
      <p className="meta">You can close this: it goes on by itself.</p>
    </Stage>
  )
}

/** What has come about by itself: the button that led here has gone with the focus. */
function Stage({ children }: { children: ReactNode }) {
  const stage = useRef<HTMLDivElement>(null)
  useEffect(() => stage.current?.focus(), [])
  return (
    <div ref={stage} tabIndex={-1} className="stack">
      {children}
    </div>
  )
}

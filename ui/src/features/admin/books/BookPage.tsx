import { useState } from 'react'
import { Link } from 'wouter'
import { formatEntries } from '../../../lib/format'
import { paths } from '../../../paths'
import { Page } from '../../../ui/Page'
import { QuestionsEditor } from '../questions/QuestionsEditor'
import { type BookAction, BookDialogs, BookMenu } from './BookActions'
import { BookStatusText } from './BookStatusText'
import { MissingPictures } from './MissingPictures'
import { useBookDetails } from './queries'

/** One book: its status, its actions and its questions. */
export function BookPage({ bid }: { bid: string }) {
  const details = useBookDetails(bid)
  const { book } = details
  const [action, setAction] = useState<BookAction>()
  return (
    <Page title={book.name} lead={book.description}>
      <div className="stack">
        <div>
          <BookStatusText book={book} />
        </div>
        <div className="row">
          <BookMenu book={book} here onAsk={setAction} />
          <Link href={paths.adminMemos({ bid })}>
            {formatEntries(book.memoCount)}
            <span className="visually-hidden"> for {book.name}</span>
          </Link>
          <Link href={paths.adminBooks} className="screen-only">
            All books
          </Link>
        </div>
        <MissingPictures book={book} />
        <QuestionsEditor details={details} />
      </div>
      {action && <BookDialogs action={action} book={book} onClose={() => setAction(undefined)} />}
    </Page>
  )
}

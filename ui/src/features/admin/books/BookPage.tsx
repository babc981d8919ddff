import { useState } from 'react'
import { Link } from 'wouter'
import { useRoles } from '../../../entities/member/roles'
import { formatEntries, plural } from '../../../lib/format'
import { paths } from '../../../paths'
import { Page } from '../../../ui/Page'
import { QuestionsEditor } from '../questions/QuestionsEditor'
import { type BookAction, BookDialogs, BookMenu } from './BookActions'
import { BookStatusText } from './BookStatusText'
import { Keepers } from './Keepers'
import { MissingPictures } from './MissingPictures'
import { useBookDetails } from './queries'

/** One book: its status, its actions, its questions and its keepers. */
export function BookPage({ bid }: { bid: string }) {
  const { isAdmin } = useRoles()
  const details = useBookDetails(bid)
  const { book } = details
  const { name } = book
  const [action, setAction] = useState<BookAction>()
  return (
    <Page title={book.name} lead={book.description}>
      <div className="stack">
        <div>
          <BookStatusText book={book} />
        </div>
        <div className="row">
          <BookMenu book={book} here onAsk={setAction} />
          <p>
            <Link
              href={paths.adminMemos({ bid })}
              aria-label={plural(book.memoCount, '1 entry for {name}', '# entries for {name}', {
                name,
              })}
            >
              {formatEntries(book.memoCount)}
            </Link>
          </p>
          <p>
            <Link href={paths.adminAnswers(bid)}>Who has answered</Link>
          </p>
          <p>
            <Link href={paths.adminGuests(bid)}>Guests</Link>
          </p>
          <p className="screen-only">
            <Link href={paths.adminBooks}>{isAdmin ? 'All books' : 'Your books'}</Link>
          </p>
        </div>
        <MissingPictures book={book} />
        <QuestionsEditor details={details} />
        <Keepers book={book} />
      </div>
      {action && <BookDialogs action={action} book={book} onClose={() => setAction(undefined)} />}
    </Page>
  )
}

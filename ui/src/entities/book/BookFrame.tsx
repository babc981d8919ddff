import type { ReactNode } from 'react'
import { useGuestBook } from '../../lib/session'
import { paths } from '../../paths'
import { Page } from '../../ui/Page'
import { Progress } from '../../ui/Progress'
import { Tabs } from '../../ui/Tabs'
import { BookCover } from './BookCover'
import { BookDates } from './BookDates'
import styles from './BookFrame.module.css'
import { BookStatus, EntriesSoFar } from './BookStatus'
import type { Book } from './queries'

/** Parts of a book's page. */
type Part = 'read' | 'write' | 'mine'

interface BookFrameProps {
  book: Book
  part: Part
  /** Heading; the book's name by default. */
  title?: string
  /** Text below the heading; the book's description by default. */
  lead?: ReactNode
  /** Buttons beside the heading. */
  actions?: ReactNode
  children: ReactNode
}

/** Page of a book: its cover, its name and how far it is, above what is read, written, or the member's own in it. */
export function BookFrame({ book, part, title, lead, actions, children }: BookFrameProps) {
  const isPublished = book.status === 'published'
  return (
    <Page title={title ?? book.name} ownHeading>
      <div className={styles.head}>
        <div className={styles.cover}>
          <BookCover book={book} />
        </div>
        <div className={styles.about}>
          <h1 tabIndex={-1}>{title ?? book.name}</h1>
          <p className={styles.lead}>{lead ?? book.description}</p>
          <p className={styles.facts}>
            <BookStatus {...book} explained />
            <EntriesSoFar book={book} />
          </p>
          <BookDates book={book} />
          {!isPublished && book.schedule.readyBy !== 'date' && (
            <Progress
              className={styles.progress}
              label={`Entries of ${book.name}`}
              percent={book.percentWritten}
            />
          )}
          {actions && <div className="row">{actions}</div>}
        </div>
      </div>
      <BookTabs bid={book.id} part={part} isPublished={isPublished} />
      {children}
    </Page>
  )
}

interface BookTabsProps {
  bid: string
  part: Part
  isPublished: boolean
}

/** Links to the parts of a book's page; there is something to read once it is published, but not for guests. */
export function BookTabs({ bid, part, isPublished }: BookTabsProps) {
  const isGuest = useGuestBook() !== null
  const tab = (label: string, href: string, of: Part) => ({ label, href, current: part === of })
  const tabs = [
    ...(isPublished && !isGuest ? [tab('Read', paths.read(bid), 'read')] : []),
    tab('Write', paths.chooseTypeFor(bid), 'write'),
    tab('Mine', paths.entries(bid), 'mine'),
  ]
  return <Tabs label="This book" tabs={tabs} className={styles.tabs} />
}

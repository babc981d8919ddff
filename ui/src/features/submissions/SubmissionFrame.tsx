import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'wouter'
import { ClosureNotice } from '../../entities/book/BookDates'
import { BookFrame } from '../../entities/book/BookFrame'
import type { Book } from '../../entities/book/queries'
import { type MemoType, useMemoCounts } from '../../entities/memo/queries'
import { useGuestBook } from '../../lib/session'
import { localPath, paths } from '../../paths'
import { ButtonLink } from '../../ui/ButtonLink'
import { Tabs } from '../../ui/Tabs'
import styles from './SubmissionFrame.module.css'

const TABS: Record<MemoType, string> = { hand: 'Handwritten', page: 'Page', text: 'Text' }

interface SubmissionFrameProps {
  type: MemoType
  book: Book
  /** Leaves out the description of the type, for a member who has used it. */
  isBrief?: boolean
  children: ReactNode
}

/** Frame of the three ways to contribute: the book, and links to the other two ways. */
export function SubmissionFrame({ type, book, isBrief = false, children }: SubmissionFrameProps) {
  const counts = useMemoCounts(book.id)
  const isGuest = useGuestBook() !== null
  const last = useSearchParams()[0].get('last') ?? undefined
  const tabs = TYPES.map((each) => ({
    label: TABS[each],
    href: paths.contribute(each, book.id, last),
    count: counts[each],
    counted: 'submitted',
    current: each === type,
    help: TYPE_HELP[each],
  }))
  return (
    <BookFrame
      book={book}
      part="write"
      title={`Contribute to ${book.name}`}
      actions={
        <>
          <ButtonLink href={paths.entries(book.id)}>Contributions</ButtonLink>
          <Link
            href={localPath(last ?? null) ?? (isGuest ? paths.entries(book.id) : paths.library)}
          >
            Back
          </Link>
        </>
      }
    >
      <div className={styles.frame}>
        <Tabs label="Ways to contribute" tabs={tabs} />
        <ClosureNotice schedule={book.schedule} />
        {!isBrief && <p>{TYPE_HELP[type]}</p>}
        {children}
      </div>
    </BookFrame>
  )
}

export const TYPES: MemoType[] = ['hand', 'page', 'text']

export const TYPE_NAMES: Record<MemoType, string> = {
  hand: 'Handwriting',
  page: 'Full Page',
  text: 'Text',
}

export const TYPE_HELP: Record<MemoType, string> = {
  hand: 'Use a tablet to handwrite a personal note.',
  page: 'Upload an entire PDF page, good for drawings or art.',
  text: 'Type a note, for those without a stylus.',
}

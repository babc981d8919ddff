import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'wouter'
import { BookStatus } from '../../entities/book/BookStatus'
import type { Book } from '../../entities/book/queries'
import { type MemoType, useMemoCounts } from '../../entities/memo/queries'
import { localPath, paths } from '../../paths'
import { ButtonLink } from '../../ui/ButtonLink'
import { Card } from '../../ui/Card'
import { Page } from '../../ui/Page'
import { Tabs } from '../../ui/Tabs'
import styles from './SubmissionFrame.module.css'

const TABS: Record<MemoType, string> = { hand: 'Handwritten', page: 'Page', text: 'Text' }

interface SubmissionFrameProps {
  type: MemoType
  book: Book
  children: ReactNode
}

/** Frame of the three ways to contribute: the book, and links to the other two ways. */
export function SubmissionFrame({ type, book, children }: SubmissionFrameProps) {
  const counts = useMemoCounts(book.id)
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
    <Page title={`Contribute to ${book.name}`} lead={TYPE_HELP[type]}>
      <div className={styles.frame}>
        <p className={styles.back}>
          <Link href={localPath(last ?? null) ?? paths.library}>Back</Link>
        </p>
        <Tabs label="Ways to contribute" tabs={tabs} />
        <Card>
          <div className={styles.book}>
            <div>
              <p className={styles.name}>
                <strong>{book.name}</strong> <BookStatus status={book.status} />
              </p>
              <p className={styles.description}>{book.description}</p>
            </div>
            <ButtonLink href={paths.entries(book.id)}>Contributions</ButtonLink>
          </div>
        </Card>
        {children}
      </div>
    </Page>
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

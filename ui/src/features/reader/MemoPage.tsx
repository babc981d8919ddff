import { Link } from 'wouter'
import { type Book, useBook } from '../../entities/book/queries'
import { HiddenNotice } from '../../entities/memo/HiddenNotice'
import { MemoCode } from '../../entities/memo/MemoCode'
import { MemoContent } from '../../entities/memo/MemoContent'
import type { Memo } from '../../entities/memo/queries'
import { toDate } from '../../lib/format'
import { useGuestBook, useMember } from '../../lib/session'
import { paths } from '../../paths'
import { Avatar } from '../../ui/Avatar'
import { Card } from '../../ui/Card'
import { BlankSheet } from '../../ui/illustrations/empty-states'
import { Page } from '../../ui/Page'
import { RelativeTime } from '../../ui/RelativeTime'
import { LoveButton, ReportButton } from './MemoButtons'
import styles from './MemoPage.module.css'
import { useSingleMemo } from './queries'
import { ReaderEmptyState } from './ReaderEmptyState'

/** One memo: target of search results and of the QR code on its page. */
export function MemoPage({ id }: { id: string }) {
  const memo = useSingleMemo(id)
  return memo ? <Sheet memo={memo} /> : <NothingToSee />
}

/** Same text for a memo that doesn't exist and for one that the reader may not see. */
function NothingToSee() {
  return (
    <ReaderEmptyState title="Memo" drawing={<BlankSheet />} words="This memo isn’t available.">
      A memo can be seen by its author, and by every member once it’s published in a book.
    </ReaderEmptyState>
  )
}

function Sheet({ memo }: { memo: Memo }) {
  const book = useBook(memo.bid)
  const isGuest = useGuestBook() !== null
  return (
    <Page title={memo.question || `A memo in ${book.name}`}>
      <Card className={styles.card}>
        <div>
          <MemoContent memo={memo} />
        </div>
        <div className="stack">
          <p className="meta">{memo.qid}</p>
          <Writer memo={memo} />
          <Place memo={memo} book={book} />
          <HiddenNotice memo={memo} />
          {isRead(memo) && !isGuest && (
            <div className="row">
              <LoveButton memo={memo} />
              <ReportButton memo={memo} />
            </div>
          )}
          <Code memo={memo} />
        </div>
      </Card>
    </Page>
  )
}

/** Whether readers of the published book see the memo. */
const isRead = ({ published, hidden }: Memo) => published && !hidden

function Writer({ memo: { author, updatedAt } }: { memo: Memo }) {
  const at = toDate(updatedAt)
  return (
    <div className={styles.writer}>
      <Avatar name={author.name} />
      <p>
        <strong>{author.name}</strong> {author.username && `(${author.username})`}
        <br />
        <RelativeTime className="meta" at={at} />
      </p>
    </div>
  )
}

function Place({ memo, book }: { memo: Memo; book: Book }) {
  const { uid } = useMember()
  if (isRead(memo)) {
    return (
      <p>
        In <Link href={paths.read(memo.bid, memo.qid)}>{book.name}</Link>
      </p>
    )
  }
  if (memo.uid !== uid) {
    return memo.hidden ? (
      <p>This entry in {book.name} is hidden.</p>
    ) : (
      <p>This entry in {book.name} isn’t published yet.</p>
    )
  }
  const entries = <Link href={paths.entries(memo.bid)}>{book.name}</Link>
  return memo.hidden ? (
    <p>Your entry in {entries} is hidden.</p>
  ) : (
    <p>Your entry in {entries} isn’t published yet.</p>
  )
}

function Code({ memo }: { memo: Memo }) {
  return (
    <div>
      <MemoCode memo={memo} />
      <p className={styles.scan}>Scan it to open this page on another device.</p>
    </div>
  )
}

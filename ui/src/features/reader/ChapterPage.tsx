import { useEffect } from 'react'
import { Link, Redirect, useSearchParams } from 'wouter'
import { MemoContent } from '../../entities/memo/MemoContent'
import type { Memo } from '../../entities/memo/queries'
import { useDisplay } from '../../lib/display'
import { formatAnswers, timeAgo, toDate } from '../../lib/format'
import { paths } from '../../paths'
import { Avatar } from '../../ui/Avatar'
import { Card } from '../../ui/Card'
import { Page } from '../../ui/Page'
import { Pager } from '../../ui/Pager'
import { RelativeTime } from '../../ui/RelativeTime'
import styles from './ChapterPage.module.css'
import { LoveButton, ReportButton } from './MemoButtons'
import { countAnswers, leafOf, placeOf } from './pages'
import { type OpenBook, useOpenBook, usePrefetchChapter } from './queries'
import { NoPublishedContent } from './ReaderEmptyState'

/** One question of a published book with its answers. */
export function ChapterPage({ bid, qid }: { bid: string; qid: string }) {
  const book = useOpenBook(bid, qid)
  const wanted = useSearchParams()[0].get('memo')
  const paper = useDisplay() === 'paper'
  const index = book?.chapters.findIndex(({ key }) => key === qid) ?? -1
  const chapter = book?.chapters[index]
  usePrefetchChapter(bid, book?.chapters[index + 1]?.key)
  // A memo of an earlier edition, or a withdrawn one: the newest edition doesn't contain it.
  if (wanted && !book?.memos.some(({ id }) => id === wanted)) {
    return <Redirect to={paths.memo(wanted)} replace />
  }
  if (!book || !chapter) return <NoPublishedContent />
  return (
    <Page title={chapter.description} className={styles.chapter}>
      <p className={styles.place}>
        {formatAnswers(chapter.answers)} · <Link href={paths.read(bid)}>{book.name}</Link>
      </p>
      {paper ? <Leaf book={book} index={index} /> : <Answers book={book} index={index} />}
    </Page>
  )
}

interface ChapterProps {
  book: OpenBook
  /** Index of the chapter. */
  index: number
}

function Answers({ book: { bid, chapters, memos }, index }: ChapterProps) {
  const wanted = useSearchParams()[0].get('memo')
  useEffect(() => {
    if (wanted) document.getElementById(`memo-${wanted}`)?.scrollIntoView({ block: 'center' })
  }, [wanted])
  return (
    <>
      <ul className={styles.answers}>
        {memos.map((memo) => (
          <li key={memo.id}>
            <AnswerCard memo={memo} />
          </li>
        ))}
      </ul>
      <Pager
        page={index + 1}
        pages={chapters.length}
        href={(to) => paths.read(bid, chapters[to - 1]?.key)}
        label="Chapters"
        position={`Chapter ${index + 1} of ${chapters.length}`}
      />
    </>
  )
}

/** Answers on paper display: one per page; the last one leads to the next question. */
function Leaf({ book: { bid, chapters, memos }, index }: ChapterProps) {
  const page = leafOf(useSearchParams()[0], memos)
  const memo = memos[page - 1]

  // biome-ignore lint/correctness/useExhaustiveDependencies: each page starts at its top.
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [page])

  const hrefOf = (to: number) => {
    const place = placeOf(to, chapters)
    return paths.read(bid, place.qid, place.page)
  }
  return (
    <>
      {memo && (
        <div className={styles.leaf}>
          <AnswerCard key={memo.id} memo={memo} />
        </div>
      )}
      <Pager
        page={countAnswers(chapters.slice(0, index)) + page}
        pages={countAnswers(chapters)}
        href={hrefOf}
        label="Pages of the book"
        keys
      />
    </>
  )
}

/** One answer in a published book. */
function AnswerCard({ memo }: { memo: Memo }) {
  const { id, author, updatedAt } = memo
  const at = toDate(updatedAt)
  return (
    <Card>
      <article className={styles.answer} aria-labelledby={`memo-${id}`}>
        <div className={styles.writer}>
          <Avatar name={author.name} />
          <h2 id={`memo-${id}`} className={styles.name}>
            {author.name}
          </h2>
        </div>
        <div className={styles.content}>
          <MemoContent memo={memo} />
        </div>
        <div className={styles.foot}>
          <div className="row">
            <LoveButton memo={memo} />
            <ReportButton memo={memo} />
          </div>
          <Link
            href={paths.memo(id)}
            className="meta"
            aria-label={`${timeAgo(at)}, the memo of ${author.name}`}
          >
            <RelativeTime at={at} />
          </Link>
        </div>
      </article>
    </Card>
  )
}

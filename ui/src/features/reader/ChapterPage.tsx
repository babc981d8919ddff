import { useEffect, useRef } from 'react'
import { Link, Redirect, useLocation, useSearchParams } from 'wouter'
import { useDisplay } from '../../lib/display'
import { useSession } from '../../lib/session'
import { paths } from '../../paths'
import { cx } from '../../ui/cx'
import { Page } from '../../ui/Page'
import { Pager } from '../../ui/Pager'
import styles from './ChapterPage.module.css'
import { MemoOnPage } from './MemoOnPage'
import {
  addressOf,
  answerOf,
  type BookPage,
  countPages,
  type Opening,
  openingAt,
  openingsOf,
} from './pages'
import { savePlace } from './place'
import { type OpenBook, useOpenBook, usePrefetchChapter } from './queries'
import { NoPublishedContent } from './ReaderEmptyState'
import { useIsWide, useSwipe } from './use-book-window'

/** A published book, open at an answer to one of its questions. */
export function ChapterPage({ bid, qid }: { bid: string; qid: string }) {
  const book = useOpenBook(bid, qid)
  const wanted = useSearchParams()[0].get('memo')
  const index = book?.chapters.findIndex(({ key }) => key === qid) ?? -1
  const following = book?.chapters[index + 1]
  usePrefetchChapter(bid, following?.open ? following.key : undefined)
  // A memo of an earlier edition, or a withdrawn one: the newest edition doesn't contain it.
  if (wanted && !book?.memos.some(({ id }) => id === wanted)) {
    return <Redirect to={paths.memo(wanted)} replace />
  }
  if (!book?.chapters[index]) return <NoPublishedContent />
  return <OpenPages book={book} index={index} />
}

interface ChapterProps {
  book: OpenBook
  /** Index of the chapter. */
  index: number
}

function OpenPages({ book, index }: ChapterProps) {
  const [query] = useSearchParams()
  const [, navigate] = useLocation()
  const uid = useSession()?.uid
  const isPaper = useDisplay() === 'paper'
  const isSpread = useIsWide() && !isPaper
  const openings = openingsOf(book.chapters, { isPaper, isSpread })
  const at = Math.max(0, openingAt(openings, index, answerOf(query, book.memos)))
  const opening = openings[at] as Opening
  const turnTo = (to: number) => {
    const there = openings[to]
    if (there) navigate(addressOf(book, there))
  }
  const pages = useRef<HTMLDivElement>(null)
  useSwipe(pages, (by) => turnTo(at + by))
  useTurn(opening.number)
  const { bid, chapters } = book
  const next = openings[at + 1]?.pages ?? []
  usePreloadedPictures(
    book,
    next.filter(({ chapter }) => chapter === index).flatMap(({ answers }) => answers),
  )
  const isClosed = next.some(({ chapter }) => !chapters[chapter]?.open)

  const qid = chapters[index]?.key ?? ''
  const answer = opening.pages[0]?.answers[0] ?? 0
  useEffect(() => savePlace(uid, bid, { qid, answer }), [uid, bid, qid, answer])
  useWantedMemo()

  return (
    <Page title={chapters[index]?.description ?? ''} className={styles.book} ownHeading>
      <RunningHead book={book} index={index} opening={opening} />
      <div ref={pages} className={cx(styles.opening, isSpread && styles.spread)}>
        {opening.pages.map((page) => (
          <Leaf key={page.answers[0]} book={book} page={page} />
        ))}
      </div>
      <Pager
        page={at + 1}
        pages={openings.length}
        position={positionOf(opening, countPages(openings))}
        href={(to) => addressOf(book, openings[to - 1] ?? opening)}
        label="Pages of the book"
        next={isClosed ? 'Sign in to read on' : 'Next'}
        keys="always"
        className={styles.pager}
      />
    </Page>
  )
}

function positionOf({ number, pages }: Opening, total: number): string {
  return pages.length > 1
    ? `Pages ${number}–${number + pages.length - 1} of ${total}`
    : `Page ${number} of ${total}`
}

/** Starts each opening at its top; the focus leaves what was turned over, unless it turns pages itself. */
function useTurn(number: number) {
  const before = useRef(number)
  useEffect(() => {
    if (before.current === number) return
    before.current = number
    window.scrollTo(0, 0)
    // The focused element was on the page before.
    if (document.activeElement === document.body) {
      document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
    }
  }, [number])
}

/** Loads the pictures of the chapter's next opening, so that it is complete at once. */
function usePreloadedPictures({ memos }: OpenBook, answers: number[]) {
  const pictures = answers.map((answer) => memos[answer]?.img ?? '').join(' ')
  useEffect(() => {
    for (const picture of pictures.split(' ')) if (picture) new Image().src = picture
  }, [pictures])
}

/** Scrolls to the memo that the address names, on a page that is longer than the window. */
function useWantedMemo() {
  const wanted = useSearchParams()[0].get('memo')
  useEffect(() => {
    if (wanted) document.getElementById(`memo-${wanted}`)?.scrollIntoView({ block: 'nearest' })
  }, [wanted])
}

/** Line above the pages: the book, and the question unless the page begins with it. */
function RunningHead({ book, index, opening }: ChapterProps & { opening: Opening }) {
  const chapter = book.chapters[index]
  return (
    <div className={styles.running}>
      <Link href={paths.read(book.bid)} className={styles.name}>
        {book.name}
      </Link>
      {!opening.pages[0]?.isFirst && (
        <h1 tabIndex={-1} className={styles.repeated}>
          {chapter?.description}
        </h1>
      )}
    </div>
  )
}

/** One page of the book. */
function Leaf({ book: { chapters, memos }, page }: { book: OpenBook; page: BookPage }) {
  const chapter = chapters[page.chapter]
  return (
    <div className={cx(styles.leaf, page.isFirst && styles.first)}>
      {page.isFirst && chapter && (
        <div className={styles.question}>
          <p className={styles.number}>Question {chapter.number}</p>
          <h1 tabIndex={-1} className={cx(chapter.description.length > LONG && styles.long)}>
            {chapter.description}
          </h1>
        </div>
      )}
      {page.answers.map((answer) => {
        const memo = memos[answer]
        return memo && <MemoOnPage key={memo.id} memo={memo} isRight={answer % 2 === 1} />
      })}
    </div>
  )
}

/** Letters of a question that is set smaller. */
const LONG = 90

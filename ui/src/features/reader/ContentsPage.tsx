import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'wouter'
import { BookCover } from '../../entities/book/BookCover'
import { BookTabs } from '../../entities/book/BookFrame'
import { bookQuery, useHasEpub } from '../../entities/book/queries'
import { useDisplay } from '../../lib/display'
import { formatAnswers, plural, timeAgo, toDate } from '../../lib/format'
import { useSession } from '../../lib/session'
import { paths } from '../../paths'
import { ButtonLink, DownloadLink } from '../../ui/ButtonLink'
import { cx } from '../../ui/cx'
import { Page } from '../../ui/Page'
import { Pager } from '../../ui/Pager'
import { Box } from '../../ui/Skeleton'
import styles from './ContentsPage.module.css'
import { addressOfChapter, countAnswers, openingsOf, pageNumberOf, pageOf } from './pages'
import { usePlace } from './place'
import { type Chapter, type OpenBook, useOpenBook, usePrefetchChapter } from './queries'
import { NoPublishedContent } from './ReaderEmptyState'

/** Number of questions that fit on the screen of an e-reader. */
const QUESTIONS_PER_PAGE = 8

/** Questions of a published book with the number of answers to each, and their pages. */
export function ContentsPage({ bid }: { bid: string }) {
  const book = useOpenBook(bid)
  usePrefetchChapter(bid, book?.chapters[0]?.key)
  if (!book) return <NoPublishedContent />
  return (
    <Page title={book.name} ownHeading>
      <div className={styles.title}>
        <Cover book={book} />
        <div className="stack">
          <h1 tabIndex={-1}>{book.name}</h1>
          {book.description && <p className={styles.lead}>{book.description}</p>}
          <p className="meta">
            {plural(
              countAnswers(book.chapters),
              'Edition {edition}, published {when}, with 1 answer',
              'Edition {edition}, published {when}, with # answers',
              { edition: book.edition, when: timeAgo(toDate(book.publishedAt)) },
            )}
          </p>
          <Actions book={book} />
        </div>
      </div>
      <BookTabs bid={bid} part="read" isPublished />
      <h2 className={styles.heading}>Contents</h2>
      <Contents book={book} />
    </Page>
  )
}

/** Cover of the book, whose space is reserved until it is known. */
function Cover({ book: { bid, name } }: { book: OpenBook }) {
  const { data } = useQuery(bookQuery(bid))
  return (
    <div className={styles.cover}>
      {data ? (
        <BookCover book={data}>
          <span className={styles.name}>{name}</span>
        </BookCover>
      ) : (
        <Box width={3} height={4} />
      )}
    </div>
  )
}

function Actions({ book }: { book: OpenBook }) {
  const { bid, chapters } = book
  const hasEpub = useHasEpub(bid)
  const left = useLeftPage(book)
  const [first] = chapters
  return (
    <div className="row">
      {left && (
        <ButtonLink href={left.href} variant="primary">
          Continue on page {left.page}
        </ButtonLink>
      )}
      {first && (
        <ButtonLink href={paths.read(bid, first.key)} variant={left ? 'plain' : 'primary'}>
          {left ? 'Read from the beginning' : 'Begin reading'}
        </ButtonLink>
      )}
      <DownloadLink href={paths.publishedBook(bid)}>Download PDF</DownloadLink>
      {hasEpub !== false && (
        <DownloadLink
          href={paths.publishedBook(bid, { format: 'epub' })}
          className={cx(!hasEpub && styles.unknown)}
        >
          Download EPUB
        </DownloadLink>
      )}
    </div>
  )
}

/** All pages of the book, one by one. */
function usePages(chapters: Chapter[]) {
  const isPaper = useDisplay() === 'paper'
  return openingsOf(chapters, { isPaper, isSpread: false })
}

/** Page at which the reader left the book, unless it is the first or no longer there. */
function useLeftPage({ bid, chapters }: OpenBook) {
  const uid = useSession()?.uid
  const pages = usePages(chapters)
  const place = usePlace(uid, bid)
  if (!place) return undefined
  const { qid, answer } = place
  const page = pageNumberOf(
    pages,
    chapters.findIndex(({ key }) => key === qid),
    answer,
  )
  return page && page > 1 ? { page, href: paths.read(bid, qid, answer + 1) } : undefined
}

function Contents({ book: { bid, chapters } }: { book: OpenBook }) {
  const isPaper = useDisplay() === 'paper'
  const pages = usePages(chapters)
  const lists = isPaper ? Math.ceil(chapters.length / QUESTIONS_PER_PAGE) : 1
  const list = pageOf(useSearchParams()[0], lists)
  const start = isPaper ? (list - 1) * QUESTIONS_PER_PAGE : 0
  const shown = isPaper ? chapters.slice(start, start + QUESTIONS_PER_PAGE) : chapters
  return (
    <>
      <ol className={styles.contents}>
        {shown.map((chapter, index) => (
          <Line
            key={chapter.key}
            bid={bid}
            chapter={chapter}
            page={pageNumberOf(pages, start + index, 0)}
          />
        ))}
      </ol>
      {lists > 1 && (
        <Pager
          page={list}
          pages={lists}
          href={(to) => paths.read(bid, undefined, to)}
          label="Pages of the contents"
          keys
        />
      )}
    </>
  )
}

interface LineProps {
  bid: string
  chapter: Chapter
  /** Page on which the chapter begins. */
  page: number | undefined
}

function Line({ bid, chapter, page }: LineProps) {
  return (
    <li className={styles.line}>
      <Link href={addressOfChapter(bid, chapter)}>{chapter.description}</Link>
      <p className={styles.answers}>{formatAnswers(chapter.answers)}</p>
      <p className={styles.page}>
        <span className="visually-hidden">Page </span>
        {page}
      </p>
    </li>
  )
}

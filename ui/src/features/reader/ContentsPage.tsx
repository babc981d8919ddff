import { Link, useSearchParams } from 'wouter'
import { useHasEpub } from '../../entities/book/queries'
import { useDisplay } from '../../lib/display'
import { formatAnswers, plural, timeAgo, toDate } from '../../lib/format'
import { paths } from '../../paths'
import { ButtonLink, DownloadLink } from '../../ui/ButtonLink'
import { Page } from '../../ui/Page'
import { Pager } from '../../ui/Pager'
import styles from './ContentsPage.module.css'
import { countAnswers, pageOf } from './pages'
import { type Chapter, type OpenBook, useOpenBook, usePrefetchChapter } from './queries'
import { NoPublishedContent } from './ReaderEmptyState'

/** Number of questions that fit on the screen of an e-reader. */
const QUESTIONS_PER_PAGE = 8

/** Questions of a published book with the number of answers to each. */
export function ContentsPage({ bid }: { bid: string }) {
  const book = useOpenBook(bid)
  const first = book?.chapters[0]
  const hasEpub = useHasEpub(bid)
  usePrefetchChapter(bid, first?.key)
  if (!book) return <NoPublishedContent />
  return (
    <Page title={book.name} lead={book.description}>
      <div className="stack">
        <p className="meta">
          {plural(
            countAnswers(book.chapters),
            'Edition {edition}, published {when}, with 1 answer',
            'Edition {edition}, published {when}, with # answers',
            { edition: book.edition, when: timeAgo(toDate(book.publishedAt)) },
          )}
        </p>
        <div className="row">
          {first && (
            <ButtonLink href={paths.read(bid, first.key)} variant="primary">
              Begin reading
            </ButtonLink>
          )}
          <DownloadLink href={paths.publishedBook(bid)}>Download the book</DownloadLink>
          {hasEpub && (
            <DownloadLink href={paths.publishedBook(bid, { format: 'epub' })}>EPUB</DownloadLink>
          )}
        </div>
        <h2 className={styles.heading}>Contents</h2>
        <Contents book={book} />
      </div>
    </Page>
  )
}

function Contents({ book: { bid, chapters } }: { book: OpenBook }) {
  const paper = useDisplay() === 'paper'
  const pages = paper ? Math.ceil(chapters.length / QUESTIONS_PER_PAGE) : 1
  const page = pageOf(useSearchParams()[0], pages)
  const shown = paper
    ? chapters.slice((page - 1) * QUESTIONS_PER_PAGE, page * QUESTIONS_PER_PAGE)
    : chapters
  return (
    <>
      <ol className={styles.contents}>
        {shown.map((chapter) => (
          <Line key={chapter.key} bid={bid} chapter={chapter} />
        ))}
      </ol>
      {pages > 1 && (
        <Pager
          page={page}
          pages={pages}
          href={(to) => paths.read(bid, undefined, to)}
          label="Pages of the contents"
          keys
        />
      )}
    </>
  )
}

function Line({ bid, chapter }: { bid: string; chapter: Chapter }) {
  return (
    <li className={styles.line}>
      <Link href={paths.read(bid, chapter.key)}>{chapter.description}</Link>
      <span className="meta">{formatAnswers(chapter.answers)}</span>
    </li>
  )
}

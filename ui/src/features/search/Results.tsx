import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { MemoImage } from '../../entities/memo/MemoContent'
import { errorMessage } from '../../lib/api-error'
import { plural, toDate } from '../../lib/format'
import { paths } from '../../paths'
import { Badge } from '../../ui/Badge'
import { Button } from '../../ui/Button'
import { ButtonLink } from '../../ui/ButtonLink'
import { EmptyState } from '../../ui/EmptyState'
import { TornCable } from '../../ui/illustrations/empty-states'
import { Illustration } from '../../ui/illustrations/Illustration'
import { PageRedirect } from '../../ui/PageRedirect'
import { Pager } from '../../ui/Pager'
import { RelativeTime } from '../../ui/RelativeTime'
import { Skeleton } from '../../ui/Skeleton'
import { HandwritingMatch } from './HandwritingMatch'
import { type Kind, type MarkedText, type Result, type Search, useResults } from './queries'
import styles from './Results.module.css'

/** Search results, or the reason why there are none. */
export function Results({ search }: { search: Search }) {
  const { data, error, refetch, isFetching } = useResults(search)
  if (error) {
    return (
      <EmptyState
        drawing={<TornCable />}
        title={errorMessage(error)}
        action={
          <Button busy={isFetching} onClick={() => refetch()}>
            Try again
          </Button>
        }
      />
    )
  }
  if (!data) return <Searching />
  if (data.total === 0) return <NothingFound search={search} />
  const { total, page, pages, results } = data
  // The page no longer exists, or the link is old.
  if (page > pages) {
    return (
      <PageRedirect to={paths.searchFor({ ...search, page: pages })}>
        <Searching />
      </PageRedirect>
    )
  }
  return (
    <>
      <p role="status" className="meta">
        {plural(total, '1 result', '# results')}
      </p>
      <ul className={styles.results}>
        {results.map((result) => (
          <li key={`${result.kind} ${result.bid} ${result.id}`}>
            <ResultItem result={result} />
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <Pager
          page={page}
          pages={pages}
          href={(to) => paths.searchFor({ ...search, page: to })}
          keys
        />
      )}
    </>
  )
}

const Searching = () => <Skeleton label="Searching…" lines={6} />

function NothingFound({ search: { q, kind } }: { search: Search }) {
  return (
    <EmptyState
      drawing={<Magnifier />}
      title={`Nothing was found for “${q}”.`}
      action={
        kind ? (
          <ButtonLink href={paths.searchFor({ q })}>Search everything</ButtonLink>
        ) : (
          <ButtonLink href={paths.search}>Clear search</ButtonLink>
        )
      }
    >
      <p role="status">
        All words must match, so try fewer. Handwriting is found by its author, its transcription,
        and by what the server can read of it. What it cannot read may still be there.
      </p>
    </EmptyState>
  )
}

const KINDS: Record<Kind, string> = {
  book: 'Book',
  question: 'Question',
  memo: 'Memo',
  topic: 'Topic',
  post: 'Post',
  comment: 'Comment',
}

/** One search result with its excerpts. */
function ResultItem({ result }: { result: Result }) {
  const { kind, title, text, book, author, img, handwriting } = result
  const hasPicture = img && !handwriting
  return (
    <article className={hasPicture ? styles.pictured : undefined}>
      {hasPicture && (
        <div className={styles.picture}>
          <MemoImage image={img} alt={`Handwriting of ${author?.name}`} />
        </div>
      )}
      <div className={styles.words}>
        <h2 className={styles.title}>
          <Link href={addressOf(result)}>
            {title.text ? <Marked {...title} /> : untitled(result)}
          </Link>
        </h2>
        {img && handwriting && (
          <HandwritingMatch image={img} match={handwriting} author={author?.name ?? ''} />
        )}
        {text.text && (
          <p className="prose">
            <Marked {...text} />
          </p>
        )}
        <p className={`meta ${styles.facts}`}>
          <Badge>{KINDS[kind]}</Badge>
          {author && (
            <span>
              By <Marked text={author.name} marks={result.authorMarks} />
            </span>
          )}
          {kind !== 'book' && kind !== 'topic' && <span>In {book}</span>}
          {author && <Changed at={toDate(result.at)} />}
        </p>
      </div>
    </article>
  )
}

function Changed({ at }: { at: Date }) {
  return <RelativeTime at={at} />
}

/** Title of a result without text. */
function untitled({ kind, book, author }: Result): string {
  if (kind === 'comment') return 'A page without a caption'
  return kind === 'post' ? `A page by ${author?.name}` : `A memo in ${book}`
}

/** Address of a result: published memos and books open in the reader, others at their entries. */
function addressOf({ kind, id, bid, qid, pid, published }: Result): string {
  if (kind === 'topic') return paths.thread(bid)
  if (pid) return paths.post(pid)
  if (kind === 'memo') return published && qid ? paths.readMemo(bid, qid, id) : paths.memo(id)
  return kind === 'book' && published ? paths.read(bid) : paths.chooseType(bid)
}

/** Text with its matches marked. The offsets are the server's; the text is never parsed as markup. */
function Marked({ text, marks }: MarkedText) {
  const parts: ReactNode[] = []
  let last = 0
  for (const [from = 0, to = 0] of marks) {
    parts.push(text.slice(last, from), <mark key={from}>{text.slice(from, to)}</mark>)
    last = to
  }
  return (
    <>
      {parts}
      {text.slice(last)}
    </>
  )
}

/** A glass over a scribble that nobody can read. */
function Magnifier() {
  return (
    <Illustration width={160} height={120}>
      <path stroke="var(--line)" d="M14 96h56M14 110h34M128 24h20M112 10h36" />
      <circle cx="78" cy="52" r="36" fill="var(--card)" />
      <path d="M104 78l30 30" strokeWidth="7" />
      <path d="M54 56c4-12 8-12 9-4s4 8 7 0 6-12 8-3 4 9 8 1 7-10 8-2 3 8 8 4" />
    </Illustration>
  )
}

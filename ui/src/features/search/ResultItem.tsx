import { Link } from 'wouter'
import { toDate } from '../../lib/time-ago'
import { paths } from '../../paths'
import { Badge } from '../../ui/Badge'
import { MemoImage } from '../../ui/MemoImage'
import { RelativeTime } from '../../ui/RelativeTime'
import { Marked } from './Marked'
import type { Kind, Result } from './queries'
import styles from './ResultItem.module.css'

const KINDS: Record<Kind, string> = {
  book: 'Book',
  question: 'Question',
  memo: 'Memo',
  topic: 'Topic',
  post: 'Post',
  comment: 'Comment',
}

/** One thing that was found, and why. */
export function ResultItem({ result }: { result: Result }) {
  const { kind, title, text, book, author, img } = result
  return (
    <article className={img ? styles.pictured : undefined}>
      {img && (
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
        {text.text && (
          <p className="prose">
            <Marked {...text} />
          </p>
        )}
        <p className={`meta ${styles.facts}`}>
          <Badge>{KINDS[kind]}</Badge>
          {author && (
            <span>
              by <Marked text={author.name} marks={result.authorMarks} />
            </span>
          )}
          {kind !== 'book' && kind !== 'topic' && <span>in {book}</span>}
          {author && <Changed at={toDate(result.at)} />}
        </p>
      </div>
    </article>
  )
}

function Changed({ at }: { at: Date }) {
  return <RelativeTime at={at} />
}

/** What has no words of its own. */
function untitled({ kind, book, author }: Result): string {
  if (kind === 'comment') return 'A page without a caption'
  return kind === 'post' ? `A page by ${author?.name}` : `A memo in ${book}`
}

/** Published memos are read in their book, and so are published books; others can be answered. */
function addressOf({ kind, id, bid, qid, pid, published }: Result): string {
  if (kind === 'topic') return paths.thread(bid)
  if (pid) return paths.post(pid)
  if (kind === 'memo') return published && qid ? paths.readMemo(bid, qid, id) : paths.memo(id)
  return kind === 'book' && published ? paths.read(bid) : paths.chooseType(bid)
}

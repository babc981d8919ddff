import { Link } from 'wouter'
import type { Memo } from '../../api/memos'
import { timeAgo, toDate } from '../../lib/time-ago'
import { paths } from '../../paths'
import { Card } from '../../ui/Card'
import { MemoImage } from '../../ui/MemoImage'
import styles from './EntryCard.module.css'

/** One memo of the member's. */
export function EntryCard({ memo }: { memo: Memo }) {
  const updatedAt = toDate(memo.updatedAt)
  return (
    <Card>
      <article className={styles.entry} aria-labelledby={`memo-${memo.id}`}>
        <h3 id={`memo-${memo.id}`} className={styles.question}>
          {memo.question}
        </h3>
        {memo.img && <MemoImage image={memo.img} alt="Your handwriting" />}
        <p className="meta">
          <time dateTime={updatedAt.toISOString()}>{timeAgo(updatedAt)}</time>
        </p>
        <p>
          <Link href={paths.chooseType(memo.bid)}>
            Write it anew<span className="visually-hidden">: {memo.question}</span>
          </Link>
        </p>
      </article>
    </Card>
  )
}

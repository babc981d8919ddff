import { Link } from 'wouter'
import type { Memo } from '../../api/memos'
import { toDate } from '../../lib/time-ago'
import { paths } from '../../paths'
import { Avatar } from '../../ui/Avatar'
import { Card } from '../../ui/Card'
import { RelativeTime } from '../../ui/RelativeTime'
import styles from './AnswerCard.module.css'
import { LoveButton } from './LoveButton'
import { MemoContent } from './MemoContent'
import { ReportButton } from './ReportButton'

/** One answer in a published book. */
export function AnswerCard({ memo }: { memo: Memo }) {
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
          <Link href={paths.memo(id)} className="meta">
            <RelativeTime at={at} />
            <span className="visually-hidden">, the memo of {author.name}</span>
          </Link>
        </div>
      </article>
    </Card>
  )
}

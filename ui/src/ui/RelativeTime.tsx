import { formatDateTime, timeAgo } from '../lib/format'
import styles from './RelativeTime.module.css'

/** "2 days ago"; the moment itself where such words do not last: on paper, and under a pointer. */
export function RelativeTime({ at, className = '' }: { at: Date; className?: string }) {
  return (
    <time
      className={`${styles.ago} ${className}`}
      dateTime={at.toISOString()}
      title={formatDateTime(at)}
    >
      <span>{timeAgo(at)}</span>
    </time>
  )
}

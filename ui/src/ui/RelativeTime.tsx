import { formatDateTime, timeAgo } from '../lib/format'
import styles from './RelativeTime.module.css'

/** "2 days ago", with the exact time in print and on hover. */
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

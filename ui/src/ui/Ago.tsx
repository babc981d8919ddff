import { momentOf } from '../lib/day'
import { timeAgo } from '../lib/time-ago'
import styles from './Ago.module.css'

/** "2 days ago"; the moment itself where such words do not last: on paper, and under a pointer. */
export function Ago({ at, className = '' }: { at: Date; className?: string }) {
  return (
    <time className={`${styles.ago} ${className}`} dateTime={at.toISOString()} title={momentOf(at)}>
      <span>{timeAgo(at)}</span>
    </time>
  )
}

import { formatDay, toDate } from '../../../lib/format'
import styles from './MembersPage.module.css'
import type { Member } from './queries'

/** Until when a member may only read, and what they were told. */
export function SuspensionNote({ suspension }: Pick<Member, 'suspension'>) {
  if (!suspension) return null
  const { until, why } = suspension
  const at = toDate(until)
  return (
    <p className={styles.suspended}>
      Suspended until <time dateTime={at.toISOString()}>{formatDay(at)}</time>
      {why && <>: “{why}”</>}
    </p>
  )
}

import { formatDay, toDate } from '../../../lib/format'
import styles from './MembersPage.module.css'
import type { Member } from './queries'

/** End of a suspension, and the message to the member. */
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

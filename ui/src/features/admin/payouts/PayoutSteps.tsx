import { useMember } from '../../../lib/session'
import { toDate } from '../../../lib/time-ago'
import { Badge } from '../../../ui/Badge'
import { RelativeTime } from '../../../ui/RelativeTime'
import styles from './PayoutSteps.module.css'
import type { Payout } from './queries'

/** How far a payout is, and who has brought it there. */
export function PayoutSteps({ payout: { status, claimedAt, steps } }: { payout: Payout }) {
  const { uid } = useMember()
  const who = (by: string | null | undefined) => {
    if (!by) return 'on the server'
    return by === uid ? 'by you' : 'by another admin'
  }
  return (
    <>
      <Badge seal={status === 'claimed'}>{inWords(status)}</Badge>
      <ol className={styles.steps}>
        <li>
          Claimed <RelativeTime at={toDate(claimedAt)} />
        </li>
        {steps.map(({ verdict, madeAt, by, reason }) => (
          <li key={verdict}>
            {inWords(verdict)} <RelativeTime at={toDate(madeAt)} /> {who(by)}
            {reason && <>: “{reason}”</>}
          </li>
        ))}
      </ol>
    </>
  )
}

const inWords = (status: string) => status.charAt(0).toUpperCase() + status.slice(1)

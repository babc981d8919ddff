import { useMember } from '../../lib/session'
import { timeAgo, toDate } from '../../lib/time-ago'
import { Badge } from '../../ui/Badge'
import { Menu, MenuButton } from '../../ui/Menu'
import { ActionsCell } from '../../ui/Table'
import styles from './PayoutRow.module.css'
import type { Decision, Payout } from './payout-queries'

interface PayoutRowProps {
  payout: Payout
  onDecide(decision: Decision): void
  /** Rejecting needs a reason, which a dialog asks for. */
  onReject(): void
}

/** One payout: whose, what, how, how far, and what can be done next. */
export function PayoutRow({ payout, onDecide, onReject }: PayoutRowProps) {
  const { winner, username, play, reward, details } = payout
  return (
    <tr>
      <th scope="row" className={styles.winner}>
        {winner} <span className="meta">{username}</span>
      </th>
      <td>
        {reward}
        <br />
        <span className="meta">Play {play}</span>
      </td>
      <td className={styles.to}>
        {details ? (
          <>
            {details.preferredPayment}
            <br />
            {details.name}
            <br />
            {details.email}
          </>
        ) : (
          'The winner has left.'
        )}
      </td>
      <td>
        <Badge seal={payout.status === 'claimed'}>{inWords(payout.status)}</Badge>
        <Steps payout={payout} />
      </td>
      <ActionsCell>
        <Actions payout={payout} onDecide={onDecide} onReject={onReject} />
      </ActionsCell>
    </tr>
  )
}

const inWords = (status: string) => status.charAt(0).toUpperCase() + status.slice(1)

function Steps({ payout: { claimedAt, steps } }: { payout: Payout }) {
  const { uid } = useMember()
  const who = (by: string | null | undefined) => {
    if (!by) return 'on the server'
    return by === uid ? 'by you' : 'by another admin'
  }
  return (
    <ol className={styles.steps}>
      <li>Claimed {timeAgo(toDate(claimedAt))}</li>
      {steps.map(({ verdict, madeAt, by, reason }) => (
        <li key={verdict}>
          {inWords(verdict)} {timeAgo(toDate(madeAt))} {who(by)}
          {reason && <>: “{reason}”</>}
        </li>
      ))}
    </ol>
  )
}

function Actions({ payout, onDecide, onReject }: PayoutRowProps) {
  const { status, uid, winner, reward } = payout
  const isOwn = useMember().uid === uid
  if (status === 'rejected' || status === 'paid') return null
  if (isOwn) return <span className="meta">Another admin decides</span>
  return (
    <Menu
      label="Actions"
      aria-label={`Actions for ${winner}, play ${payout.play}`}
      look="quiet"
      end
    >
      {status === 'claimed' && (
        <MenuButton
          onClick={() =>
            onDecide({ payout, verdict: 'approve', done: `${winner} will get ${reward}.` })
          }
        >
          Approve
        </MenuButton>
      )}
      {status === 'approved' && (
        <MenuButton
          onClick={() =>
            onDecide({ payout, verdict: 'paid', done: `${winner} has got ${reward}.` })
          }
        >
          Mark as paid
        </MenuButton>
      )}
      <MenuButton onClick={onReject}>Reject…</MenuButton>
    </Menu>
  )
}

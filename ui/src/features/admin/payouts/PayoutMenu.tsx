import { useMember } from '../../../lib/session'
import { Menu, MenuButton } from '../../../ui/Menu'
import type { Decision, Payout } from './queries'

interface PayoutMenuProps {
  payout: Payout
  onDecide(decision: Decision): void
  /** Rejecting needs a reason, which a dialog asks for. */
  onReject(): void
}

/** What can be decided next about a payout, by an admin who is not its winner. */
export function PayoutMenu({ payout, onDecide, onReject }: PayoutMenuProps) {
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

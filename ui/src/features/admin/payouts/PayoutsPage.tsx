import { useState } from 'react'
import { MAX_LENGTHS } from '../../../api/limits'
import { FreshPasswordDialog } from '../../../entities/member/FreshPasswordDialog'
import { prizeUrl } from '../../../entities/prize/queries'
import { toDate } from '../../../lib/format'
import { notifyFailure } from '../../../lib/notify'
import { serverConfig } from '../../../lib/server-config'
import { useMember } from '../../../lib/session'
import { paths } from '../../../paths'
import { Badge } from '../../../ui/Badge'
import { DownloadLink } from '../../../ui/ButtonLink'
import { required } from '../../../ui/checks'
import { type Column, DataTable } from '../../../ui/DataTable'
import { Dialog } from '../../../ui/Dialog'
import { EmptyState } from '../../../ui/EmptyState'
import { Form } from '../../../ui/Form'
import { Envelope } from '../../../ui/illustrations/empty-states'
import { Menu, MenuButton } from '../../../ui/Menu'
import { Page } from '../../../ui/Page'
import { RelativeTime } from '../../../ui/RelativeTime'
import { Submit } from '../../../ui/Submit'
import { Tabs } from '../../../ui/Tabs'
import { TextArea } from '../../../ui/TextArea'
import { useFilterTabs } from '../use-filter-tabs'
import styles from './PayoutsPage.module.css'
import { type Decision, type Payout, useDecide, usePayouts } from './queries'

const STATUSES = [
  { label: 'All', value: undefined, none: 'No claims yet.' },
  { label: 'Claimed', value: 'claimed', none: 'No claims to decide.' },
  { label: 'Approved', value: 'approved', none: 'No rewards to pay.' },
  { label: 'Rejected', value: 'rejected', none: 'No rejected claims.' },
  { label: 'Paid', value: 'paid', none: 'No paid rewards.' },
] as const

const COLUMNS: Column<Payout>[] = [
  {
    head: 'Winner',
    rowHeader: true,
    cell: ({ winner, username }) => (
      <>
        {winner} <span className="meta">{username}</span>
      </>
    ),
  },
  {
    head: 'Reward',
    cell: ({ reward, play }) => (
      <>
        {reward}
        <br />
        <span className="meta">Play {play}</span>
      </>
    ),
  },
  { head: 'To', cell: ({ details }) => <Recipient details={details} /> },
  { head: 'Progress', cell: (payout) => <PayoutSteps payout={payout} /> },
]

/** Payouts that winners have claimed, and their actions. The address selects their state. */
export function PayoutsPage() {
  const payouts = usePayouts()
  const { shown, tabs } = useFilterTabs('status', STATUSES, paths.payoutsOf)
  const [rejected, setRejected] = useState<Payout>()
  const { mutate } = useDecide()
  const decide = (decision: Decision) =>
    mutate(decision, {
      onError: (error) => notifyFailure('Your decision could not be saved.', error),
    })

  return (
    <Page title="Payouts">
      <div className="stack">
        <Tabs
          label="Payouts by status"
          tabs={tabs.map((tab) => ({
            ...tab,
            count: payouts.filter(hasStatus(tab.value)).length,
            counted: 'payouts',
          }))}
        />
        <DataTable
          label="Payouts"
          rows={payouts.filter(hasStatus(shown.value))}
          keyOf={({ id }) => id}
          columns={COLUMNS}
          actions={(payout) => (
            <PayoutMenu payout={payout} onDecide={decide} onReject={() => setRejected(payout)} />
          )}
          empty={<EmptyState drawing={<Envelope />} title={shown.none} />}
        />
        {payouts.length > 0 && (
          <div>
            <DownloadLink href={prizeUrl(paths.payoutsTable)}>Download as CSV</DownloadLink>
          </div>
        )}
      </div>
      {rejected && <RejectDialog payout={rejected} onClose={() => setRejected(undefined)} />}
      <FreshPasswordDialog />
    </Page>
  )
}

const hasStatus = (wanted: string | undefined) => (payout: Payout) =>
  wanted === undefined || payout.status === wanted

function Recipient({ details }: Pick<Payout, 'details'>) {
  if (!details) return 'The winner’s account is deleted.'
  return (
    <>
      {details.preferredPayment}
      <br />
      {details.name}
      <br />
      {details.email}
    </>
  )
}

interface PayoutMenuProps {
  payout: Payout
  onDecide(decision: Decision): void
  /** Opens the dialog that asks for a reason. */
  onReject(): void
}

/** Menu of the decisions on a payout, for admins who are not its winner. */
function PayoutMenu({ payout, onDecide, onReject }: PayoutMenuProps) {
  const { status, uid, winner, reward } = payout
  const isOwn = useMember().uid === uid
  if (status === 'rejected' || status === 'paid') return null
  if (isOwn) return <span className="meta">Another admin has to decide</span>
  return (
    <Menu
      label="Actions"
      aria-label={`Actions for ${winner}, play ${payout.play}`}
      variant="quiet"
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
            onDecide({ payout, verdict: 'paid', done: `${winner} has received ${reward}.` })
          }
        >
          Mark as paid
        </MenuButton>
      )}
      <MenuButton onClick={onReject}>Reject…</MenuButton>
    </Menu>
  )
}

/** Steps of a payout, each with the admin who did it. */
function PayoutSteps({ payout: { status, claimedAt, steps } }: { payout: Payout }) {
  const { uid } = useMember()
  return (
    <>
      <Badge seal={status === 'claimed'}>{STATUS_LABELS[status]}</Badge>
      <ol className={styles.steps}>
        <li>
          Claimed · <RelativeTime at={toDate(claimedAt)} />
        </li>
        {steps.map(({ verdict, madeAt, by, reason }) => (
          <li key={verdict}>
            {DECISION_LABELS[verdict]?.[by ? (by === uid ? 'self' : 'admin') : 'server']} ·{' '}
            <RelativeTime at={toDate(madeAt)} />
            {reason && ` · “${reason}”`}
          </li>
        ))}
      </ol>
    </>
  )
}

const STATUS_LABELS: Record<string, string> = {
  claimed: 'Claimed',
  approved: 'Approved',
  rejected: 'Rejected',
  paid: 'Paid',
}

/** Labels of decisions, by who made them. */
const DECISION_LABELS: Record<string, Record<'self' | 'admin' | 'server', string>> = {
  approved: {
    self: 'Approved by you',
    admin: 'Approved by another admin',
    server: 'Approved on the server',
  },
  rejected: {
    self: 'Rejected by you',
    admin: 'Rejected by another admin',
    server: 'Rejected on the server',
  },
  paid: {
    self: 'Marked as paid by you',
    admin: 'Marked as paid by another admin',
    server: 'Marked as paid on the server',
  },
}

interface RejectDialogProps {
  payout: Payout
  onClose(): void
}

/** Dialog that asks for the reason of a rejection. The winner is told by mail. */
function RejectDialog({ payout, onClose }: RejectDialogProps) {
  const { winner } = payout
  const decide = useDecide()
  const reject = (reason: string) =>
    decide.mutate(
      { payout, verdict: 'reject', reason, done: `The claim of ${winner} is rejected.` },
      { onSuccess: onClose },
    )
  return (
    <Dialog title={`Reject the claim of ${winner}?`} onClose={onClose}>
      <Form<'reason'>
        onSubmit={({ reason }) => reject(reason.trim())}
        error={decide.error}
        busy={decide.isPending}
      >
        <p>
          {serverConfig.sendsMail
            ? `This can’t be undone. ${winner} gets the reason by email.`
            : `This can’t be undone. This server doesn’t send email: please tell ${winner} the reason yourself.`}
        </p>
        <TextArea
          name="reason"
          label="Reason"
          rows={4}
          maxCharacters={MAX_LENGTHS.PayoutDecision.reason}
          check={required('Enter a reason for the winner.')}
        />
        <Submit variant="danger">{decide.isPending ? 'Rejecting…' : 'Reject the claim'}</Submit>
      </Form>
    </Dialog>
  )
}

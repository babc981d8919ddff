import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { errorMessage, isRecentSignInRequired } from '../../../api/error'
import { prizeUrl } from '../../../api/prize'
import { notify } from '../../../lib/notify'
import { paths } from '../../../paths'
import { DownloadLink } from '../../../ui/ButtonLink'
import { type Column, DataTable } from '../../../ui/DataTable'
import { Envelope } from '../../../ui/drawings/Envelope'
import { EmptyState } from '../../../ui/EmptyState'
import { Page } from '../../../ui/Page'
import { Tabs } from '../../../ui/Tabs'
import { PasswordDialog } from '../PasswordDialog'
import { PayoutMenu } from './PayoutMenu'
import { PayoutSteps } from './PayoutSteps'
import { type Decision, type Payout, useDecide, usePayouts } from './queries'
import { RejectDialog } from './RejectDialog'

const STATUSES = [
  { label: 'All', status: undefined, none: 'Nobody has claimed a win yet.' },
  { label: 'Claimed', status: 'claimed', none: 'No claim waits for a decision.' },
  { label: 'Approved', status: 'approved', none: 'No reward waits to be paid.' },
  { label: 'Rejected', status: 'rejected', none: 'No claim was rejected.' },
  { label: 'Paid', status: 'paid', none: 'No reward was paid yet.' },
] as const

const COLUMNS: Column<Payout>[] = [
  {
    head: 'Winner',
    names: true,
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
  { head: 'To', cell: ({ details }) => <To details={details} /> },
  { head: 'So far', cell: (payout) => <PayoutSteps payout={payout} /> },
]

/** What winners have claimed, and what is done about it. The address says which of them are listed. */
export function PayoutsPage() {
  const payouts = usePayouts()
  const asked = useSearchParams()[0].get('status')
  const shown = STATUSES.find(({ status }) => status === asked) ?? STATUSES[0]
  const found = payouts.filter(isOf(shown.status))
  const [rejected, setRejected] = useState<Payout>()
  const [unproven, setUnproven] = useState<Decision>()
  const { mutate } = useDecide()

  const prove = (decision: Decision) => {
    setRejected(undefined)
    setUnproven(decision)
  }
  const decide = (decision: Decision) =>
    mutate(decision, {
      onError: (error) =>
        isRecentSignInRequired(error)
          ? prove(decision)
          : notify({ words: errorMessage(error), tone: 'error' }),
    })

  return (
    <Page title="Payouts">
      <div className="stack">
        <Tabs
          label="Which payouts"
          tabs={STATUSES.map(({ label, status }) => ({
            label,
            href: paths.payoutsOf(status),
            count: payouts.filter(isOf(status)).length,
            counted: 'payouts',
            current: status === shown.status,
          }))}
        />
        <DataTable
          label="Payouts"
          rows={found}
          keyOf={({ id }) => id}
          columns={COLUMNS}
          actions={(payout) => (
            <PayoutMenu payout={payout} onDecide={decide} onReject={() => setRejected(payout)} />
          )}
          empty={<EmptyState drawing={<Envelope />} title={shown.none} />}
        />
        {payouts.length > 0 && (
          <div>
            <DownloadLink href={prizeUrl(paths.payoutsTable)}>Download as a table</DownloadLink>
          </div>
        )}
      </div>
      {rejected && (
        <RejectDialog payout={rejected} onProve={prove} onClose={() => setRejected(undefined)} />
      )}
      {unproven && <PasswordDialog decision={unproven} onClose={() => setUnproven(undefined)} />}
    </Page>
  )
}

const isOf = (wanted: string | undefined) => (payout: Payout) =>
  wanted === undefined || payout.status === wanted

function To({ details }: Pick<Payout, 'details'>) {
  if (!details) return 'The winner has left.'
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

import { formatNumber, timeAgo, toDate } from '../../../lib/format'
import { Badge } from '../../../ui/Badge'
import { Banner } from '../../../ui/Banner'
import { type Column, DataTable } from '../../../ui/DataTable'
import { RelativeTime } from '../../../ui/RelativeTime'
import type { BackupCopy } from './queries'

const COLUMNS: Column<BackupCopy>[] = [
  { head: 'Location', rowHeader: true, cell: ({ place }) => <code>{place}</code> },
  { head: 'State', showLabelOnMobile: true, cell: (copy) => <State copy={copy} /> },
  {
    head: 'Newest backup',
    showLabelOnMobile: true,
    cell: ({ youngestAt }) => (youngestAt ? <RelativeTime at={toDate(youngestAt)} /> : 'None yet'),
  },
  {
    head: 'Backups',
    showLabelOnMobile: true,
    nowrap: true,
    cell: ({ backups }) => formatNumber(backups),
  },
]

/** Copies of the backups on other machines. Renders nothing if none is configured. */
export function Copies({ copies }: { copies: BackupCopy[] }) {
  if (copies.length === 0) return null
  return (
    <section className="stack" aria-labelledby="copies">
      <h2 id="copies">Copies on other machines</h2>
      {copies.map((copy) => (
        <Failure key={copy.place} copy={copy} />
      ))}
      <DataTable
        label="Copies on other machines"
        rows={copies}
        keyOf={({ place }) => place}
        columns={COLUMNS}
        empty={null}
      />
    </section>
  )
}

function State({ copy: { step, failure, youngestAt } }: { copy: BackupCopy }) {
  if (step) return `Copying: ${formatNumber(step.done)} of ${formatNumber(step.of)} files`
  if (failure) return <Badge seal>Out of date</Badge>
  return youngestAt ? 'Up to date' : 'Waiting for the first encrypted backup'
}

function Failure({ copy: { failure } }: { copy: BackupCopy }) {
  if (!failure) return null
  return (
    <Banner tone="error">
      <p>
        <strong>Copying the backups failed {timeAgo(toDate(failure.at))}.</strong> {failure.words}
      </p>
      <p>
        Copied files stay there, and the next attempt continues with the rest. It runs
        automatically, or with <code>inkfold backup copy</code>.
      </p>
    </Banner>
  )
}

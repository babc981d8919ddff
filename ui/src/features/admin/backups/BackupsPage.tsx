import { Fragment, useState } from 'react'
import { Link } from 'wouter'
import {
  formatFileSize,
  formatInterval,
  formatNumber,
  plural,
  timeAgo,
  toDate,
} from '../../../lib/format'
import { paths } from '../../../paths'
import { Badge } from '../../../ui/Badge'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { CodeBlock } from '../../../ui/CodeBlock'
import { cx } from '../../../ui/cx'
import { type Column, DataTable } from '../../../ui/DataTable'
import { DescriptionList, type Fact } from '../../../ui/DescriptionList'
import { EmptyState } from '../../../ui/EmptyState'
import { HomeServer } from '../../../ui/illustrations/HomeServer'
import { Page } from '../../../ui/Page'
import { Progress } from '../../../ui/Progress'
import { RelativeTime } from '../../../ui/RelativeTime'
import styles from './BackupsPage.module.css'
import { Copies } from './Copies'
import { type Backup, type Backups, isUnderWay, useBackUp, useBackups } from './queries'

const COLUMNS: Column<Backup>[] = [
  {
    head: 'Backup',
    rowHeader: true,
    cell: ({ name, madeAt, encrypted }) => (
      <>
        {name} <RelativeTime className="meta" at={toDate(madeAt)} />{' '}
        {encrypted && <Badge>Encrypted</Badge>}
      </>
    ),
  },
  { head: 'Size', nowrap: true, cell: ({ bytes }) => formatFileSize(bytes) },
  {
    head: 'Files',
    cell: ({ files, newFiles }) =>
      plural(files, '1 file, {added} new', '# files, {added} new', {
        added: formatNumber(newFiles),
      }),
  },
  { head: 'State', showLabelOnMobile: true, cell: (backup) => <State backup={backup} /> },
  {
    head: 'Inkfold version',
    showLabelOnMobile: true,
    nowrap: true,
    cell: ({ program }) => program,
  },
]

/** Backups: their state, the next one, and how to restore one. */
export function BackupsPage() {
  const all = useBackups()
  return (
    <Page title="Backups" lead="Copies of everything that members wrote, in case something breaks.">
      <div className="stack">
        <Failure all={all} />
        <Unreadable backups={all.unreadable} />
        <DescriptionList facts={factsOf(all)} />
        <BackUpNow all={all} />
        <DataTable
          label="Backups"
          rows={all.backups}
          keyOf={({ name }) => name}
          columns={COLUMNS}
          empty={<EmptyState drawing={<HomeServer />} title="No backups yet." />}
        />
        <Copies copies={all.copies} />
        <HowToRestore folder={all.folder} youngest={all.backups[0]} />
      </div>
    </Page>
  )
}

function factsOf(all: Backups): Fact[] {
  const { folder, everyHours: hours, backups } = all
  return [
    { name: 'Last backup', value: backups[0] ? timeAgo(toDate(backups[0].madeAt)) : 'None yet' },
    { name: 'Next backup', value: nextOf(all) },
    { name: 'Schedule', value: hours === 0 ? 'Manual only' : formatInterval(hours) },
    {
      name: 'Where',
      value: (
        <>
          {folder} on the server. See <Link href={paths.adminSettingsWith('backup')}>settings</Link>
          .
        </>
      ),
    },
  ]
}

function nextOf(all: Backups): string {
  if (isUnderWay(all)) return 'Now'
  return all.nextAt ? timeAgo(toDate(all.nextAt)) : 'When you start one'
}

/** Whether a backup is complete, or what it lacks. */
function State({ backup }: { backup: Backup }) {
  const { missing, missingTemplates: templates, flaws } = backup
  const lacking = [
    missing > 0 && plural(missing, '1 file missing', '# files missing'),
    templates > 0 && plural(templates, '1 template missing', '# templates missing'),
    flaws > 0 && 'Database damaged',
  ].filter((words) => words !== false)
  if (lacking.length === 0) return <span className="unbroken">Complete</span>
  return (
    <>
      {lacking.map((words) => (
        <Fragment key={words}>
          <Badge seal>{words}</Badge>{' '}
        </Fragment>
      ))}
      {(missing > 0 || flaws > 0) && (
        <span className="meta">
          Run <code>inkfold db check</code> to see what is affected.
        </span>
      )}
    </>
  )
}

/** Warning about backups whose folder exists but cannot be read. */
function Unreadable({ backups }: { backups: Backups['unreadable'] }) {
  if (backups.length === 0) return null
  return (
    <Banner tone="error">
      <p>
        <strong>
          {plural(backups.length, 'A backup can’t be read.', 'Some backups can’t be read.')}
        </strong>{' '}
        Make a new one, and check the disk.
      </p>
      <ul>
        {backups.map(({ name, error }) => (
          <li key={name}>{error}</li>
        ))}
      </ul>
    </Banner>
  )
}

function Failure({ all }: { all: Backups }) {
  const { failure, nextAt } = all
  if (!failure) return null
  const isTriedAgain = nextAt && !isUnderWay(all)
  return (
    <Banner tone="error">
      <p>
        <strong>The last backup failed {timeAgo(toDate(failure.at))}.</strong> {failure.words}
      </p>
      <p>
        Check that the disk or stick is connected, has space, and can be written by the server. Then
        back up now. {isTriedAgain && `The next attempt is ${timeAgo(toDate(nextAt))}.`}
      </p>
    </Banner>
  )
}

/** Button that starts a backup, with the progress of the running one. */
function BackUpNow({ all }: { all: Backups }) {
  const youngest = all.backups[0]?.name ?? ''
  /** Name of the newest backup at the time of the request. */
  const [before, setBefore] = useState<string>()
  const { mutate, isPending } = useBackUp(() => setBefore(youngest))
  const underWay = isUnderWay(all)
  const isMade = before !== undefined && before !== youngest && !underWay
  return (
    <div className="stack">
      <div className="row">
        <Button variant="primary" busy={isPending || underWay} onClick={() => mutate()}>
          Back up now
        </Button>
      </div>
      {underWay && (
        <div>
          <Progress label="The backup" percent={percentOf(all)} />
          <p className="meta">{progressOf(all)}</p>
        </div>
      )}
      <p role="status">
        {underWay && 'Making a backup. You can leave this page: it continues in the background.'}
        {isMade && 'The backup is complete, and was verified by reading it again.'}
      </p>
    </div>
  )
}

/** Progress of the running backup in percent; undefined until its files are counted. */
function percentOf({ step }: Backups): number | undefined {
  return step && step.of > 0 ? Math.floor((100 * step.done) / step.of) : undefined
}

function progressOf({ step }: Backups): string {
  if (!step) return 'Waiting for other work to finish.'
  const { done, of } = step
  return `${formatNumber(done)} of ${formatNumber(of)} files`
}

interface HowToRestoreProps {
  folder: string
  youngest: Backup | undefined
}

/** Commands that restore a backup on the server. A running community cannot be replaced from here. */
function HowToRestore({ folder, youngest }: HowToRestoreProps) {
  const path = `${folder}/${youngest?.name ?? 'NAME'}`
  const key = youngest?.encrypted ? ' --identity KEY' : ''
  return (
    <section className={cx('stack', styles.restore)} aria-labelledby="restore">
      <h2 id="restore">Restore a backup</h2>
      <p className="prose">
        Backups are restored in a terminal on the server. Stop the server, then run this with the
        backup that you want:
      </p>
      <CodeBlock>{`inkfold restore ${/\s/.test(path) ? `"${path}"` : path}${key}`}</CodeBlock>
      {key && (
        <p className="prose">
          The backup is encrypted. <code>KEY</code> is the file with its key.
        </p>
      )}
      <p className="prose">
        The whole backup is checked first, so a damaged one changes nothing. The previous data is
        kept in a folder of its own until you remove it. Then start the server again. Everyone has
        to sign in again.
      </p>
      <p className="prose">
        Verify a backup now and then, because cards and sticks lose data:{' '}
        <code>inkfold backup verify</code>. See “Backup and restore” in the documentation.
      </p>
    </section>
  )
}

import { Suspense, useRef } from 'react'
import { Link } from 'wouter'
import { plural, toDate } from '../../../lib/format'
import { SHORTCUT_FOCUS, SHORTCUT_ITEM, useListShortcuts } from '../../../lib/use-list-shortcuts'
import { paths } from '../../../paths'
import { Badge } from '../../../ui/Badge'
import { Card } from '../../../ui/Card'
import { cx } from '../../../ui/cx'
import { EmptyState } from '../../../ui/EmptyState'
import { Envelope } from '../../../ui/illustrations/empty-states'
import { Page } from '../../../ui/Page'
import { RelativeTime } from '../../../ui/RelativeTime'
import { Skeleton } from '../../../ui/Skeleton'
import { Tabs } from '../../../ui/Tabs'
import { useFilterTabs } from '../use-filter-tabs'
import { type Reported, type ReportsState, reportOf, useReports } from './queries'
import { EditionsNote, ReportActions } from './ReportActions'
import styles from './ReportsPage.module.css'

/** Shortcuts for hide, show and remove. They act only on a focused report. */
const KEYS = ['h', 's', 'r']

const STATES = [
  { label: 'Open', value: 'open', none: 'No open reports.' },
  { label: 'Resolved', value: 'settled', none: 'No resolved reports.' },
] as const

/** Reports by members and their verdicts. The address selects open or resolved ones. */
export function ReportsPage() {
  const { shown, tabs } = useFilterTabs('state', STATES, paths.reportsOf)
  return (
    <Page title="Reports">
      <div className="stack">
        <Tabs label="Reports by state" tabs={tabs} />
        <Suspense fallback={<Skeleton label="Loading reports…" lines={6} />}>
          <Reports key={shown.value} state={shown.value} none={shown.none} />
        </Suspense>
      </div>
    </Page>
  )
}

function Reports({ state, none }: { state: ReportsState; none: string }) {
  const reports = useReports(state)
  const list = useRef<HTMLUListElement>(null)
  useListShortcuts(list, KEYS, true)
  if (reports.length === 0) return <EmptyState drawing={<Envelope />} title={none} />
  return (
    <ul ref={list} className="stack">
      {reports.map((reported) => (
        <li key={reportOf(reported)}>
          <ReportCard reported={reported} state={state} />
        </li>
      ))}
    </ul>
  )
}

const STATE_LABELS = { shown: 'Shown', hidden: 'Hidden', removed: 'Removed' }
const RESOLUTION_LABELS = {
  hide: 'Resolved as hidden',
  show: 'Resolved as shown',
  remove: 'Resolved as removed',
}

const TITLES = {
  post: (name: string) => `Page by ${name}`,
  comment: (name: string) => `Comment by ${name}`,
  memo: (name: string) => `Memo by ${name}`,
}

/** Something that was reported, with the reports and the actions. */
function ReportCard({ reported, state }: { reported: Reported; state: ReportsState }) {
  const id = reportOf(reported)
  const at = toDate(reported.at)
  const title = TITLES[reported.kind](reported.author.name)
  return (
    <Card>
      <article {...SHORTCUT_ITEM} className={styles.report} aria-labelledby={id}>
        <div className={styles.head}>
          <h2 id={id} tabIndex={-1} className={styles.title} {...SHORTCUT_FOCUS}>
            {title}
          </h2>
          <p className="meta">
            <Badge seal={reported.state === 'shown'}>{STATE_LABELS[reported.state]}</Badge>{' '}
            <Place reported={reported} /> <RelativeTime at={at} />
            {reported.state === 'shown' && ' · '}
            {reported.state === 'shown' && (
              <Link href={seenAt(reported)}>
                Open in context
                <span className="visually-hidden">: {title}</span>
              </Link>
            )}
          </p>
        </div>
        <ReportedContent reported={reported} />
        <EditionsNote editions={reported.editions} />
        <Reasons reported={reported} />
        <Resolution reported={reported} />
        <ReportActions reported={reported} state={state} />
      </article>
    </Card>
  )
}

/** Thread or book of something that was reported; empty if it was removed. */
function Place({ reported: { code, topic, bid, book, question } }: { reported: Reported }) {
  if (bid) {
    return (
      <>
        {question && `“${question}” · `}
        <Link href={paths.adminBook(bid)}>{book}</Link> ·
      </>
    )
  }
  if (!code) return null
  return (
    <>
      <Link href={paths.thread(code)}>{topic}</Link> ·
    </>
  )
}

const seenAt = ({ kind, id, pid }: Reported) => (kind === 'memo' ? paths.memo(id) : paths.post(pid))

const NO_TEXT = {
  post: 'It has no caption.',
  comment: 'It has no text any more.',
  memo: 'It has no transcription.',
}

function ReportedContent({ reported: { kind, state, text, img, author } }: { reported: Reported }) {
  return (
    <div className={img && kind !== 'memo' ? styles.beside : 'stack'}>
      {img && <img className={styles.picture} src={img} alt={text || `A page by ${author.name}`} />}
      {text ? (
        <blockquote className={cx(styles.said, styles.words)}>{text}</blockquote>
      ) : (
        <p className="meta">{state === 'removed' ? 'It was deleted.' : NO_TEXT[kind]}</p>
      )}
    </div>
  )
}

function Reasons({ reported: { reports } }: { reported: Reported }) {
  return (
    <section>
      <h3 className={styles.why}>{plural(reports.length, '1 report', '# reports')}</h3>
      <ul className={styles.reasons}>
        {reports.map(({ id, reason, reporter, at }) => (
          <li key={id}>
            <span className={styles.words}>“{reason}”</span>{' '}
            <span className="meta">
              {reporter.name}, <RelativeTime at={toDate(at)} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Resolution({ reported: { settled } }: { reported: Reported }) {
  if (!settled) return null
  return (
    <div>
      <p>
        {RESOLUTION_LABELS[settled.verdict]} · <RelativeTime at={toDate(settled.at)} />
      </p>
      {settled.note && <p>“{settled.note}”</p>}
    </div>
  )
}

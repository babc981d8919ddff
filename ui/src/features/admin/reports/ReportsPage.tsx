import { Suspense, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { useListShortcuts } from '../../../lib/use-list-shortcuts'
import { paths } from '../../../paths'
import { EmptyState } from '../../../ui/EmptyState'
import { Envelope } from '../../../ui/illustrations/empty-states'
import { Page } from '../../../ui/Page'
import { Skeleton } from '../../../ui/Skeleton'
import { Tabs } from '../../../ui/Tabs'
import { type ReportsState, reportOf, useReports } from './queries'
import { ReportCard } from './ReportCard'

/** Shortcuts for hide, show and remove. They act only on a focused report. */
const KEYS = ['h', 's', 'r']

const STATES = [
  { label: 'Open', state: 'open', none: 'No open reports.' },
  { label: 'Resolved', state: 'settled', none: 'No resolved reports.' },
] as const

/** Reports by members and their verdicts. The address selects open or resolved ones. */
export function ReportsPage() {
  const asked = useSearchParams()[0].get('state')
  const shown = STATES.find(({ state }) => state === asked) ?? STATES[0]
  return (
    <Page title="Reports">
      <div className="stack">
        <Tabs
          label="Reports by state"
          tabs={STATES.map(({ label, state }) => ({
            label,
            href: paths.reportsOf(state),
            current: state === shown.state,
          }))}
        />
        <Suspense fallback={<Skeleton label="Loading reports…" lines={6} />}>
          <Reports key={shown.state} state={shown.state} none={shown.none} />
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

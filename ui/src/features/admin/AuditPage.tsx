import { useSuspenseQuery } from '@tanstack/react-query'
import { api, call } from '../../api/client'
import type { components } from '../../api/schema'
import { timeAgo, toDate } from '../../lib/time-ago'
import { BlankSheet } from '../../ui/drawings/BlankSheet'
import { EmptyState } from '../../ui/EmptyState'
import { type Column, Listing } from '../../ui/Listing'
import { Page } from '../../ui/Page'
import styles from './AuditPage.module.css'
import { nameOf } from './report-queries'

type Deed = components['schemas']['AuditView']

const COLUMNS: Column<Deed>[] = [
  {
    head: 'When',
    className: styles.when,
    cell: ({ at }) => <time dateTime={toDate(at).toISOString()}>{timeAgo(toDate(at))}</time>,
  },
  { head: 'Who', cell: ({ by }) => (by ? nameOf(by) : 'the command line') },
  { head: 'What', names: true, cell: ({ deed }) => inWords(deed) },
  { head: 'To what', cell: ({ to }) => to },
  { head: 'Note', cell: ({ note }) => note },
]

/** What admins did, newest first. */
export function AuditPage() {
  const deeds = useSuspenseQuery({
    queryKey: ['admin', 'audit'],
    queryFn: () => call(api.GET('/api/admin/audit')),
    // What the admin has just done elsewhere is to be seen here.
    staleTime: 0,
  }).data
  return (
    <Page title="Audit log" lead="What admins did, the newest first.">
      <Listing
        label="What admins did"
        rows={deeds}
        keyOf={({ id }) => id}
        columns={COLUMNS}
        empty={<EmptyState drawing={<BlankSheet />} title="No admin has done anything yet." />}
      />
    </Page>
  )
}

/** Deeds are named for programs: "hide-post". */
function inWords(deed: string): string {
  const words = deed.replace(/[-_.]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

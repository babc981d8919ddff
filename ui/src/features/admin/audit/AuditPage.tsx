import { useSuspenseQuery } from '@tanstack/react-query'
import { ADMIN } from '../../../api/admin'
import { api, call } from '../../../api/client'
import type { components } from '../../../api/schema'
import { toDate } from '../../../lib/time-ago'
import { type Column, DataTable } from '../../../ui/DataTable'
import { BlankSheet } from '../../../ui/drawings/BlankSheet'
import { EmptyState } from '../../../ui/EmptyState'
import { Page } from '../../../ui/Page'
import { RelativeTime } from '../../../ui/RelativeTime'
import { AUDIT_ACTION_LABELS } from './action-labels'

type Deed = components['schemas']['AuditView']

const COMMAND_LINE = 'the command line'

const COLUMNS: Column<Deed>[] = [
  {
    head: 'When',
    whole: true,
    cell: ({ at }) => <RelativeTime at={toDate(at)} />,
  },
  { head: 'Who', cell: ({ by }) => (by ? by.name : COMMAND_LINE) },
  { head: 'What', names: true, cell: ({ deed }) => AUDIT_ACTION_LABELS[deed] },
  { head: 'To what', cell: ({ to }) => to },
  { head: 'Note', cell: ({ note }) => note },
]

const FIND = {
  label: 'Find a deed',
  hint: 'By what was done, to what, by whom, or its note',
  textOf: ({ deed, to, by, note }: Deed) =>
    `${AUDIT_ACTION_LABELS[deed]} ${to} ${by ? `${by.name} ${by.username}` : COMMAND_LINE} ${note}`,
  counted: ['deed', 'deeds'],
} as const

/** What admins did, newest first. */
export function AuditPage() {
  const deeds = useSuspenseQuery({
    queryKey: [...ADMIN, 'audit'],
    queryFn: () => call(api.GET('/api/admin/audit')),
    // What the admin has just done elsewhere is to be seen here.
    staleTime: 0,
  }).data
  return (
    <Page title="Audit log" lead="What admins did, the newest first: the last 500 deeds.">
      <DataTable
        label="What admins did"
        rows={deeds}
        keyOf={({ id }) => id}
        columns={COLUMNS}
        find={FIND}
        empty={<EmptyState drawing={<BlankSheet />} title="No admin has done anything yet." />}
      />
    </Page>
  )
}

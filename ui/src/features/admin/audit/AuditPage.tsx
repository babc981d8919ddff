import { toDate } from '../../../lib/format'
import { type Column, DataTable } from '../../../ui/DataTable'
import { EmptyState } from '../../../ui/EmptyState'
import { BlankSheet } from '../../../ui/illustrations/empty-states'
import { Page } from '../../../ui/Page'
import { RelativeTime } from '../../../ui/RelativeTime'
import { type AuditAction, type AuditEntry, useAuditLog } from './queries'

const COMMAND_LINE = 'Command line'

const COLUMNS: Column<AuditEntry>[] = [
  {
    head: 'When',
    nowrap: true,
    cell: ({ at }) => <RelativeTime at={toDate(at)} />,
  },
  { head: 'Who', cell: ({ by }) => (by ? by.name : COMMAND_LINE) },
  { head: 'Action', rowHeader: true, cell: ({ deed }) => AUDIT_ACTION_LABELS[deed] },
  { head: 'Target', cell: ({ to }) => to },
  { head: 'Note', cell: ({ note }) => note },
]

const FIND = {
  label: 'Search the log',
  hint: 'By action, target, admin or note',
  textOf: ({ deed, to, by, note }: AuditEntry) =>
    `${AUDIT_ACTION_LABELS[deed]} ${to} ${by ? `${by.name} ${by.username}` : COMMAND_LINE} ${note}`,
  counted: ['1 action', '# actions'],
} as const

/** Log of the admins' actions, newest first. */
export function AuditPage() {
  const actions = useAuditLog()
  return (
    <Page title="Audit log" lead="The last 500 admin actions, newest first.">
      <DataTable
        label="Admin actions"
        rows={actions}
        keyOf={({ id }) => id}
        columns={COLUMNS}
        find={FIND}
        empty={<EmptyState drawing={<BlankSheet />} title="No admin actions yet." />}
      />
    </Page>
  )
}

/** Labels of audit actions, each followed by its object. */
const AUDIT_ACTION_LABELS: Record<AuditAction, string> = {
  hide: 'Hidden',
  show: 'Shown',
  remove: 'Removed',
  suspend: 'Suspended',
  release: 'Suspension ended',
  'add-topic': 'Topic added',
  'edit-topic': 'Topic changed',
  'remove-topic': 'Topic removed',
  promote: 'Made an admin',
  demote: 'Admin rights removed',
  verify: 'Email marked as verified',
  disable: 'Account disabled',
  enable: 'Account enabled',
  'delete-member': 'Account deleted',
  'reset-link': 'Reset link created',
  'remove-second-factor': 'Two-step verification removed',
  'add-book': 'Book added',
  'edit-book': 'Book changed',
  'edit-questions': 'Questions changed',
  'publish-book': 'Book published',
  'unpublish-book': 'Book unpublished',
  'retry-mail': 'Mail retried',
  'answer-suggestion': 'Suggestion answered',
  'approve-payout': 'Payout approved',
  'reject-payout': 'Payout rejected',
  'pay-payout': 'Payout paid',
  'grant-credits': 'Credits given',
  'add-member': 'Account created',
  'end-sessions': 'Signed out',
  'export-member': 'Data exported',
  'back-up': 'Backup made or requested',
  'sweep-trash': 'Moved to the trash',
  'restore-trash': 'Restored from the trash',
  'repair-files': 'Repaired',
  'remove-book': 'Book removed',
  'add-invitation': 'Invitation created',
  'revoke-invitation': 'Invitation withdrawn',
  'accept-member': 'Application accepted',
  'decline-member': 'Application declined',
  appoint: 'Role given',
  dismiss: 'Role removed',
  remind: 'Reminder sent',
  'guest-link': 'Guest link changed',
  'make-api-token': 'API token made',
  'revoke-api-token': 'API token revoked',
  'accept-memo': 'Answer accepted',
  'decline-memo': 'Answer declined',
  'remove-guest': 'Guest removed',
  'add-webhook': 'Webhook added',
  'edit-webhook': 'Webhook changed',
  'pause-webhook': 'Webhook paused',
  'resume-webhook': 'Webhook resumed',
  'renew-webhook-secret': 'Webhook secret renewed',
  'remove-webhook': 'Webhook removed',
}

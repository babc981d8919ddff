import { useState } from 'react'
import { Link } from 'wouter'
import { FreshPasswordDialog } from '../../../entities/member/FreshPasswordDialog'
import { focusAfterRender } from '../../../lib/focus-after-render'
import { formatNumber, toDate } from '../../../lib/format'
import { paths } from '../../../paths'
import { Badge } from '../../../ui/Badge'
import { type Column, DataTable } from '../../../ui/DataTable'
import { Page } from '../../../ui/Page'
import { RelativeTime } from '../../../ui/RelativeTime'
import { type MemberAction, MemberDialogs, MemberMenu } from './MemberActions'
import styles from './MembersPage.module.css'
import { type Member, useMembers } from './queries'
import { SuspensionNote } from './Suspension'

const COLUMNS: Column<Member>[] = [
  { head: 'Member', rowHeader: true, cell: (member) => <MemberName member={member} /> },
  {
    head: 'Email',
    cell: ({ email, emailVerified }) => (
      <>
        {email}
        {!emailVerified && <Badge className={styles.badge}>Not verified</Badge>}
      </>
    ),
  },
  { head: 'Memos', showLabelOnMobile: true, cell: ({ memos }) => formatNumber(memos) },
  {
    head: 'Joined',
    showLabelOnMobile: true,
    nowrap: true,
    cell: ({ createdAt }) => <RelativeTime at={toDate(createdAt)} />,
  },
]

/** States of a member, worded like the badges and the links to this page. */
const statesOf = ({ isAdmin, isModerator, disabled, emailVerified, suspension }: Member) => [
  isAdmin && 'Admin',
  isModerator && 'Moderator',
  disabled && 'Disabled',
  !emailVerified && 'Not verified',
  suspension && 'Suspended',
]

const FIND = {
  label: 'Find a member',
  hint: 'By name, username or email, or by a state such as “Suspended”',
  textOf: (member: Member) =>
    [member.name, member.username, member.email, ...statesOf(member)].filter(Boolean).join(' '),
  counted: ['1 member', '# members'],
} as const

/** All members, with a filter. */
export function MembersPage() {
  const members = useMembers()
  const [open, setOpen] = useState<{ action: MemberAction; member: Member }>()
  return (
    <Page title="Members">
      <DataTable
        label="Members"
        rows={members}
        keyOf={({ uid }) => uid}
        columns={COLUMNS}
        find={FIND}
        actions={(member) => (
          <MemberMenu member={member} onAsk={(action) => setOpen({ action, member })} />
        )}
        // Never empty: the admin is a member.
        empty={null}
      />
      {open && (
        <MemberDialogs
          {...open}
          onClose={() => setOpen(undefined)}
          // The row is removed with its button.
          onGone={() => focusAfterRender('content')}
        />
      )}
      <FreshPasswordDialog />
    </Page>
  )
}

function MemberName({ member }: { member: Member }) {
  const { uid, name, username, isAdmin, isModerator, disabled, suspension } = member
  return (
    <>
      <Link href={paths.adminMember(uid)}>{name}</Link> <span className="meta">{username}</span>
      {isAdmin && <Badge className={styles.badge}>Admin</Badge>}
      {isModerator && <Badge className={styles.badge}>Moderator</Badge>}
      {disabled && (
        <Badge seal className={styles.badge}>
          Disabled
        </Badge>
      )}
      <SuspensionNote suspension={suspension} />
    </>
  )
}

import { useState } from 'react'
import { withCommas } from '../../lib/numbers'
import { timeAgo, toDate } from '../../lib/time-ago'
import { Badge } from '../../ui/Badge'
import { type Column, Listing } from '../../ui/Listing'
import { Page } from '../../ui/Page'
import { type MemberAction, MemberDialogs } from './MemberDialogs'
import { MemberMenu } from './MemberMenu'
import styles from './MembersPage.module.css'
import { type Member, useMembers } from './queries'
import { SuspendedWords } from './SuspendedWords'

const COLUMNS: Column<Member>[] = [
  { head: 'Member', names: true, cell: (member) => <Named member={member} /> },
  {
    head: 'Email',
    cell: ({ email, emailVerified }) => (
      <>
        {email}
        {!emailVerified && <Badge className={styles.badge}>Not verified</Badge>}
      </>
    ),
  },
  { head: 'Memos', labelled: true, cell: ({ memos }) => withCommas(memos) },
  { head: 'Since', labelled: true, cell: ({ createdAt }) => timeAgo(toDate(createdAt)) },
]

const FIND = {
  label: 'Find somebody',
  hint: 'By name, username or email',
  textOf: ({ name, username, email }: Member) => `${name} ${username} ${email}`,
  counted: ['member', 'members'],
} as const

/** Everybody, to be found and looked after. */
export function MembersPage() {
  const members = useMembers()
  const [open, setOpen] = useState<{ action: MemberAction; member: Member }>()
  return (
    <Page title="Members">
      <Listing
        label="Members"
        rows={members}
        keyOf={({ uid }) => uid}
        columns={COLUMNS}
        find={FIND}
        actions={(member) => (
          <MemberMenu member={member} onAsk={(action) => setOpen({ action, member })} />
        )}
        // Whoever reads it is one.
        empty={null}
      />
      {open && <MemberDialogs {...open} onClose={() => setOpen(undefined)} />}
    </Page>
  )
}

function Named({ member: { name, username, isAdmin, disabled, suspension } }: { member: Member }) {
  return (
    <>
      {name} <span className="meta">{username}</span>
      {isAdmin && <Badge className={styles.badge}>Admin</Badge>}
      {disabled && (
        <Badge seal className={styles.badge}>
          Disabled
        </Badge>
      )}
      <SuspendedWords suspension={suspension} />
    </>
  )
}

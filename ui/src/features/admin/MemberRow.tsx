import { withCommas } from '../../lib/numbers'
import { timeAgo, toDate } from '../../lib/time-ago'
import { Badge } from '../../ui/Badge'
import { Menu, MenuButton } from '../../ui/Menu'
import { ActionsCell } from '../../ui/Table'
import type { MemberAction } from './MembersPage'
import styles from './MembersPage.module.css'
import { type Member, useChangeMember } from './queries'
import { SuspendedWords } from './SuspendedWords'
import { SuspendItem } from './SuspendItem'

interface MemberRowProps {
  member: Member
  /** For what needs a dialog. */
  onAsk(action: MemberAction): void
}

/** One member with what an admin can do for or against them. */
export function MemberRow({ member, onAsk }: MemberRowProps) {
  const { mutate } = useChangeMember()
  const { name, username, email, isAdmin, emailVerified, disabled } = member
  return (
    <tr>
      <th scope="row">
        {name} <span className="meta">{username}</span>
        {isAdmin && <Badge className={styles.badge}>Admin</Badge>}
        {disabled && (
          <Badge seal className={styles.badge}>
            Disabled
          </Badge>
        )}
        <SuspendedWords suspension={member.suspension} />
      </th>
      <td className={styles.email}>
        {email}
        {!emailVerified && <Badge className={styles.badge}>Not verified</Badge>}
      </td>
      <td data-label="Memos">{withCommas(member.memos)}</td>
      <td data-label="Since">{timeAgo(toDate(member.createdAt))}</td>
      <ActionsCell>
        <Menu label="Actions" aria-label={`Actions for ${name}`} look="quiet" end>
          {!disabled && (
            <MenuButton onClick={() => onAsk('reset-link')}>Link for a new password</MenuButton>
          )}
          {!emailVerified && (
            <MenuButton
              onClick={() => mutate({ member, change: 'verify', done: `${email} is verified.` })}
            >
              Take the email for verified
            </MenuButton>
          )}
          {!disabled && !isAdmin && (
            <MenuButton
              onClick={() =>
                mutate({ member, change: 'promote', done: `${name} is an admin now.` })
              }
            >
              Make an admin
            </MenuButton>
          )}
          {isAdmin && (
            <MenuButton
              onClick={() =>
                mutate({ member, change: 'demote', done: `${name} is no admin any more.` })
              }
            >
              Take the admin's rights away
            </MenuButton>
          )}
          <SuspendItem member={member} onSuspend={() => onAsk('suspend')} />
          {disabled ? (
            <MenuButton
              onClick={() =>
                mutate({ member, change: 'enable', done: `${name} can sign in again.` })
              }
            >
              Enable the account
            </MenuButton>
          ) : (
            <MenuButton onClick={() => onAsk('disable')}>Disable the account…</MenuButton>
          )}
        </Menu>
      </ActionsCell>
    </tr>
  )
}

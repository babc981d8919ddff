import { useMember } from '../../../lib/session'
import { Menu, MenuButton } from '../../../ui/Menu'
import type { MemberAction } from './MemberDialogs'
import { type Member, useChangeMember } from './queries'
import { useEndSuspension } from './suspension-queries'

interface MemberMenuProps {
  member: Member
  /** Whether the menu is on the member's own page. */
  here?: boolean
  /** Opens the dialog of an action. */
  onAsk(action: MemberAction): void
}

/** Menu of the actions for a member. */
export function MemberMenu({ member, here = false, onAsk }: MemberMenuProps) {
  const { mutate } = useChangeMember()
  const isSelf = useMember().uid === member.uid
  const { name, email, isAdmin, emailVerified, disabled } = member
  return (
    <Menu
      label="Actions"
      aria-label={`Actions for ${name}`}
      variant={here ? 'plain' : 'quiet'}
      end={!here}
    >
      {!disabled && !isAdmin && (
        <MenuButton onClick={() => onAsk('reset-link')}>Create a reset link</MenuButton>
      )}
      {!emailVerified && (
        <MenuButton
          onClick={() => mutate({ member, change: 'verify', done: `${email} is verified.` })}
        >
          Mark as verified
        </MenuButton>
      )}
      {!disabled && !isAdmin && (
        <MenuButton
          onClick={() => mutate({ member, change: 'promote', done: `${name} is an admin now.` })}
        >
          Make an admin
        </MenuButton>
      )}
      {isAdmin && (
        <MenuButton
          onClick={() =>
            mutate({ member, change: 'demote', done: `${name} is no longer an admin.` })
          }
        >
          Remove admin rights
        </MenuButton>
      )}
      <SuspendItem member={member} onSuspend={() => onAsk('suspend')} />
      {disabled ? (
        <MenuButton
          onClick={() => mutate({ member, change: 'enable', done: `${name} can sign in again.` })}
        >
          Enable the account
        </MenuButton>
      ) : (
        <MenuButton onClick={() => onAsk('disable')}>Disable the account…</MenuButton>
      )}
      {!isSelf && <MenuButton onClick={() => onAsk('delete')}>Delete the account…</MenuButton>}
    </Menu>
  )
}

interface SuspendItemProps {
  member: Member
  /** Opens the dialog. */
  onSuspend(): void
}

/** Item that suspends a member or ends the suspension. Admins cannot suspend themselves. */
function SuspendItem({ member: { uid, suspension }, onSuspend }: SuspendItemProps) {
  const release = useEndSuspension()
  if (useMember().uid === uid) return null
  if (!suspension) return <MenuButton onClick={onSuspend}>Suspend…</MenuButton>
  return <MenuButton onClick={() => release.mutate(uid)}>End suspension</MenuButton>
}

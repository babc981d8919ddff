import { useEffect } from 'react'
import { AccountDeletionSummary } from '../../../entities/member/AccountDeletionSummary'
import { errorMessage } from '../../../lib/api-error'
import { timeAgo, toDate } from '../../../lib/format'
import { useMember } from '../../../lib/session'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { Form } from '../../../ui/Form'
import type { Check } from '../../../ui/form-context'
import { Menu, MenuButton } from '../../../ui/Menu'
import { CurrentPasswordField } from '../../../ui/PasswordField'
import { Skeleton } from '../../../ui/Skeleton'
import { Submit } from '../../../ui/Submit'
import { TextField } from '../../../ui/TextField'
import styles from './MembersPage.module.css'
import {
  type Member,
  useChangeMember,
  useDeleteMember,
  useEndSuspension,
  useResetLink,
} from './queries'
import { SuspendDialog } from './Suspension'

export type MemberAction = 'reset-link' | 'disable' | 'suspend' | 'delete'

interface MemberDialogsProps {
  action: MemberAction
  member: Member
  onClose(): void
  /** Called after the account was deleted and the dialog closed. */
  onGone(): void
}

/** Dialog of the action that was chosen for a member. */
export function MemberDialogs({ action, onGone, ...dialog }: MemberDialogsProps) {
  switch (action) {
    case 'reset-link':
      return <ResetLinkDialog {...dialog} />
    case 'disable':
      return <DisableDialog {...dialog} />
    case 'suspend':
      return <SuspendDialog {...dialog} />
    case 'delete':
      return <DeleteMemberDialog {...dialog} onGone={onGone} />
  }
}

interface DeleteMemberDialogProps {
  member: Member
  onClose(): void
  /** Called after the account was deleted. */
  onGone(): void
}

/**
 * Dialog that deletes an account: lists what is deleted and kept, and asks for the admin's password
 * and the member's username.
 */
function DeleteMemberDialog({ member, onClose, onGone }: DeleteMemberDialogProps) {
  const { name, username } = member
  const remove = useDeleteMember(member, () => {
    onClose()
    onGone()
  })
  const isMeant: Check = (typed) =>
    typed.trim().toLowerCase() === username.toLowerCase()
      ? undefined
      : 'This isn’t the username of this member.'
  return (
    <Dialog title={`Delete the account of ${name}?`} onClose={onClose}>
      <div className="stack">
        <p>This can’t be undone. To block a member for a while, disable the account instead.</p>
        <AccountDeletionSummary />
        <Form<'password' | 'username'>
          onSubmit={({ password }) => remove.mutate(password)}
          error={remove.error}
          busy={remove.isPending}
        >
          <TextField
            name="username"
            label={`Type the username of ${name} to confirm`}
            hint={`Their username is ${username}.`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            check={isMeant}
          />
          <CurrentPasswordField label="Your own password" />
          <Submit variant="danger" waitsFor="Enter the username and your password.">
            {remove.isPending ? 'Deleting…' : 'Delete the account for good'}
          </Submit>
        </Form>
      </div>
    </Dialog>
  )
}

interface DisableDialogProps {
  member: Member
  onClose(): void
}

/** Dialog that confirms disabling an account. */
function DisableDialog({ member, onClose }: DisableDialogProps) {
  const { mutate, isPending } = useChangeMember()
  const disable = () =>
    mutate(
      { member, change: 'disable', done: `${member.name} is signed out and can’t sign in.` },
      { onSettled: onClose },
    )
  return (
    <Dialog title={`Disable ${member.name}?`} onClose={onClose}>
      <div className="stack">
        <p>
          {member.name} is signed out everywhere and can’t sign in until you enable the account
          again. Their memos stay.
        </p>
        <div className="row">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={isPending} onClick={disable}>
            Disable the account
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

interface ResetLinkDialogProps {
  member: Member
  onClose(): void
}

/** Dialog with a reset link to pass on to a member who forgot the password, where no mail is sent. */
function ResetLinkDialog({ member, onClose }: ResetLinkDialogProps) {
  const { mutate, data, error } = useResetLink()
  useEffect(() => mutate(member.uid), [mutate, member.uid])
  return (
    <Dialog title={`Reset link for ${member.name}`} onClose={onClose}>
      {error && <Banner tone="error">{errorMessage(error)}</Banner>}
      {!data && !error && <Skeleton label="Making the link…" lines={4} />}
      {data && (
        <div className="stack">
          <p>
            Let {member.name} scan this or open the link. It works once and expires{' '}
            {timeAgo(toDate(data.expiresAt))}. Anyone who has it can take over the account.
          </p>
          <img className={styles.code} src={data.qrcode} alt="QR code of the link" />
          <TextField
            name="link"
            label="Link"
            readOnly
            value={data.link}
            onFocus={({ target }) => target.select()}
          />
        </div>
      )}
    </Dialog>
  )
}

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
  const { name, email, isAdmin, isModerator, emailVerified, disabled } = member
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
      {!disabled && !isAdmin && !isModerator && (
        <MenuButton
          onClick={() =>
            mutate({ member, change: 'appoint-moderator', done: `${name} is a moderator now.` })
          }
        >
          Make a moderator
        </MenuButton>
      )}
      {isModerator && (
        <MenuButton
          onClick={() =>
            mutate({
              member,
              change: 'dismiss-moderator',
              done: `${name} is no longer a moderator.`,
            })
          }
        >
          Remove as moderator
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

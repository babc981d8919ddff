import { AccountDeletionSummary } from '../../../ui/AccountDeletionSummary'
import { required } from '../../../ui/checks'
import { Dialog } from '../../../ui/Dialog'
import { Form } from '../../../ui/Form'
import type { Check } from '../../../ui/form-context'
import { PasswordField } from '../../../ui/PasswordField'
import { Submit } from '../../../ui/Submit'
import { TextField } from '../../../ui/TextField'
import { type Member, useDeleteMember } from './queries'

interface DeleteMemberDialogProps {
  member: Member
  onClose(): void
  /** The account is not there any more. */
  onGone(): void
}

/** Says what goes and what stays; wants the admin's password, and the member's name typed. */
export function DeleteMemberDialog({ member, onClose, onGone }: DeleteMemberDialogProps) {
  const { name, username } = member
  const remove = useDeleteMember(member, () => {
    onClose()
    onGone()
  })
  const isMeant: Check = (typed) =>
    typed.trim().toLowerCase() === username.toLowerCase()
      ? undefined
      : 'This is not the username of this member.'
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
            hint={`It is ${username}.`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            check={isMeant}
          />
          <PasswordField
            name="password"
            label="Your own password"
            autoComplete="current-password"
            check={required('Your password is needed.')}
          />
          <Submit look="danger" waitsFor="Needs the username and your password.">
            {remove.isPending ? 'Deleting…' : 'Delete the account for good'}
          </Submit>
        </Form>
      </div>
    </Dialog>
  )
}

import { useState } from 'react'
import { AccountDeletionSummary } from '../../entities/member/AccountDeletionSummary'
import type { Profile } from '../../entities/member/queries'
import { Button } from '../../ui/Button'
import { required } from '../../ui/checks'
import { Dialog } from '../../ui/Dialog'
import { Form } from '../../ui/Form'
import type { Check } from '../../ui/form-context'
import { PasswordField } from '../../ui/PasswordField'
import { Submit } from '../../ui/Submit'
import { TextField } from '../../ui/TextField'
import { useDeleteAccount } from './queries'

/** Section of the settings that leads to the deletion of the account. */
export function DeleteAccount({ profile }: { profile: Profile }) {
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <section className="stack" aria-labelledby="delete-account">
      <h2 id="delete-account">Delete account</h2>
      <p>You can delete your account and everything that isn’t in a published book.</p>
      <div className="row">
        <Button variant="danger" onClick={() => setIsConfirming(true)}>
          Delete my account
        </Button>
      </div>
      {isConfirming && (
        <DeleteAccountDialog profile={profile} onClose={() => setIsConfirming(false)} />
      )}
    </section>
  )
}

interface DeleteAccountDialogProps {
  profile: Profile
  onClose(): void
}

/** Dialog that lists what is deleted and kept, and asks for password and username. */
function DeleteAccountDialog({ profile, onClose }: DeleteAccountDialogProps) {
  const remove = useDeleteAccount()
  const checkUsername: Check = (typed) =>
    typed.trim().toLowerCase() === profile.username.toLowerCase()
      ? undefined
      : 'This isn’t your username.'
  return (
    <Dialog title="Delete your account?" onClose={onClose}>
      <div className="stack">
        <p>
          This can’t be undone, not even by an admin. Download your data first if you want to keep
          it.
        </p>
        <AccountDeletionSummary />
        <Form<'password' | 'name'>
          onSubmit={(request) => remove.mutate(request)}
          error={remove.error}
          busy={remove.isPending}
        >
          <PasswordField
            name="password"
            label="Password"
            autoComplete="current-password"
            check={required('Enter your password.')}
          />
          <TextField
            name="name"
            label="Type your username to confirm"
            hint={`Your username is ${profile.username}.`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            check={checkUsername}
          />
          <Submit variant="danger" waitsFor="Enter your password and your username.">
            {remove.isPending ? 'Deleting…' : 'Delete my account for good'}
          </Submit>
        </Form>
      </div>
    </Dialog>
  )
}

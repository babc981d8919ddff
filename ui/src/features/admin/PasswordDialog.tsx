import { useMember } from '../../lib/session'
import { required } from '../../ui/checks'
import { Dialog } from '../../ui/Dialog'
import { Form } from '../../ui/Form'
import { PasswordField } from '../../ui/PasswordField'
import { Submit } from '../../ui/Submit'
import { type Decision, useDecide } from './payouts/queries'

interface PasswordDialogProps {
  decision: Decision
  onClose(): void
}

/** Money is at stake: who signed in long ago gives the password once more, and the decision follows at once. */
export function PasswordDialog({ decision, onClose }: PasswordDialogProps) {
  const { email } = useMember()
  const decide = useDecide()
  return (
    <Dialog title="Confirm your password" onClose={onClose}>
      <Form<'password'>
        onSubmit={({ password }) =>
          decide.mutate({ ...decision, proof: { email, password } }, { onSuccess: onClose })
        }
        error={decide.error}
        busy={decide.isPending}
      >
        <p>You signed in a while ago. Enter your password to decide on payouts.</p>
        <PasswordField
          name="password"
          label="Your password"
          autoComplete="current-password"
          check={required('Enter your password.')}
        />
        <Submit>Continue</Submit>
      </Form>
    </Dialog>
  )
}

import { useMember } from '../../lib/session'
import { required } from '../../ui/checks'
import { Dialog } from '../../ui/Dialog'
import { Form } from '../../ui/Form'
import { PasswordField } from '../../ui/PasswordField'
import { Submit } from '../../ui/Submit'
import { answer, useReauthenticate, useWaiting } from './fresh-password'

/** Asks for the password again before rights, links or credits are given by somebody who signed in a while ago. */
export function FreshPasswordDialog() {
  const { email } = useMember()
  const reauthenticate = useReauthenticate()
  if (!useWaiting()) return null
  return (
    <Dialog title="Confirm your password" onClose={() => answer(false)}>
      <Form<'password'>
        onSubmit={({ password }) =>
          reauthenticate.mutate({ email, password }, { onSuccess: () => answer(true) })
        }
        error={reauthenticate.error}
        busy={reauthenticate.isPending}
      >
        <p>You signed in a while ago. Enter your password to continue.</p>
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

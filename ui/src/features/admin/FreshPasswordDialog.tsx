import { isRecentSignInRequired } from '../../lib/api-error'
import { createStore } from '../../lib/create-store'
import { useMember } from '../../lib/session'
import { Dialog } from '../../ui/Dialog'
import { Form } from '../../ui/Form'
import { CurrentPasswordField } from '../../ui/PasswordField'
import { Submit } from '../../ui/Submit'
import { useReauthenticate } from './queries'

/** Called with whether the password was confirmed. */
type Resolve = (isConfirmed: boolean) => void

const pendingReauthentication = createStore<Resolve | undefined>(undefined)

/** Runs a call. If the server requires the password, opens the dialog and runs the call again. */
export async function withFreshPassword<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!isRecentSignInRequired(error)) throw error
    const isConfirmed = await new Promise<boolean>((resolve) =>
      pendingReauthentication.set(resolve),
    )
    if (!isConfirmed) throw error
    return run()
  }
}

/** Dialog that asks for the password before sensitive changes when the sign-in was a while ago. */
export function FreshPasswordDialog() {
  const { email } = useMember()
  const { mutate, error, isPending } = useReauthenticate()
  const resolve = pendingReauthentication.use()
  if (!resolve) return null
  const close: Resolve = (isConfirmed) => {
    resolve(isConfirmed)
    pendingReauthentication.set(undefined)
  }
  return (
    <Dialog title="Confirm your password" onClose={() => close(false)}>
      <Form<'password'>
        onSubmit={({ password }) => mutate({ email, password }, { onSuccess: () => close(true) })}
        error={error}
        busy={isPending}
      >
        <p>You signed in a while ago. Enter your password to continue.</p>
        <CurrentPasswordField />
        <Submit>Continue</Submit>
      </Form>
    </Dialog>
  )
}

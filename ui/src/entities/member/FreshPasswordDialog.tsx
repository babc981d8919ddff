import type { ReactNode } from 'react'
import { isRecentSignInRequired } from '../../lib/api-error'
import { createStore } from '../../lib/create-store'
import { passkeysAreOffered, unlessCancelled } from '../../lib/passkeys'
import { useMember } from '../../lib/session'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Form } from '../../ui/Form'
import { CurrentPasswordField } from '../../ui/PasswordField'
import { Submit } from '../../ui/Submit'
import { usePasskeys, useReauthenticate } from './passkeys'

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

/** Dialog that asks for the password or a passkey before sensitive changes when the sign-in was a while ago. */
export function FreshPasswordDialog() {
  const resolve = pendingReauthentication.use()
  if (!resolve) return null
  const close: Resolve = (isConfirmed) => {
    resolve(isConfirmed)
    pendingReauthentication.set(undefined)
  }
  return (
    <Dialog title="Confirm that it’s you" onClose={() => close(false)}>
      <ReauthenticationForm onConfirmed={() => close(true)}>
        <p>You signed in a while ago. Confirm that it’s you to continue.</p>
      </ReauthenticationForm>
    </Dialog>
  )
}

interface ReauthenticationFormProps {
  onConfirmed(): void
  children: ReactNode
}

/** Form that asks the member for their password or, if they have one that works here, a passkey. */
export function ReauthenticationForm({ onConfirmed, children }: ReauthenticationFormProps) {
  const { email } = useMember()
  const { mutate, error, isPending, variables } = useReauthenticate()
  const isOffered = passkeysAreOffered()
  const hasPasskeys = usePasskeys(isOffered).data?.length
  const usesPasskey = variables === 'passkey'
  return (
    <Form<'password'>
      onSubmit={({ password }) => mutate({ email, password }, { onSuccess: onConfirmed })}
      error={unlessCancelled(error)}
      busy={isPending && !usesPasskey}
    >
      {children}
      <CurrentPasswordField />
      <Submit
        beside={
          isOffered && hasPasskeys ? (
            <Button
              busy={isPending && usesPasskey}
              onClick={() => mutate('passkey', { onSuccess: onConfirmed })}
            >
              Use a passkey
            </Button>
          ) : null
        }
      >
        Continue
      </Submit>
    </Form>
  )
}

import { useMember } from '../../lib/session'
import { ConfirmPasswordDialog } from '../../ui/ConfirmPasswordDialog'
import {
  resolveReauthentication,
  usePendingReauthentication,
  useReauthenticate,
} from './fresh-password'

/** Dialog that asks for the password before sensitive changes when the sign-in was a while ago. */
export function FreshPasswordDialog() {
  const { email } = useMember()
  const { mutate, error, isPending } = useReauthenticate()
  if (!usePendingReauthentication()) return null
  return (
    <ConfirmPasswordDialog
      why="You signed in a while ago. Enter your password to continue."
      error={error}
      busy={isPending}
      onConfirm={(password) =>
        mutate({ email, password }, { onSuccess: () => resolveReauthentication(true) })
      }
      onClose={() => resolveReauthentication(false)}
    />
  )
}

import { useLocation } from 'wouter'
import { logOnly } from '../lib/log'
import { forgetMember } from '../lib/storage'
import { paths } from '../paths'

/** Ends the session here and on the server, and shows sign-in. */
export function useSignOut() {
  const [, navigate] = useLocation()
  return () => {
    forgetMember()
    import('../api/query-client').then(({ endSession }) => endSession()).catch(logOnly)
    navigate(paths.signIn())
  }
}

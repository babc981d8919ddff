import { useLocation } from 'wouter'
import { logOnly } from '../lib/log'
import { forgetMember } from '../lib/storage'
import { paths } from '../paths'

/** Ends the session here and on the server, and shows sign-in, or another page. */
export function useSignOut(next = paths.signIn()) {
  const [, navigate] = useLocation()
  return () => {
    forgetMember()
    import('../api/query-client').then(({ endSession }) => endSession()).catch(logOnly)
    navigate(next)
  }
}

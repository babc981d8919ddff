import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { api, call } from '../api/client'
import { logOnly } from '../lib/log'
import { forgetMember } from '../lib/storage'
import { paths } from '../paths'

/** Ends the session here and on the server, and goes to sign-in. */
export function useSignOut() {
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  return () => {
    call(api.POST('/signout')).catch(logOnly)
    forgetMember()
    queries.clear()
    navigate(paths.signIn())
  }
}

import type { ReactNode } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { MemberContext, useSession } from '../lib/session'
import { paths } from '../paths'

interface MembersOnlyProps {
  /** Where to come back to, if not here. */
  last?: string | undefined
  children: ReactNode
}

/** Others sign in first, and come back. */
export function MembersOnly({ last, children }: MembersOnlyProps) {
  const [path] = useLocation()
  const query = useSearch()
  const session = useSession()
  if (!session)
    return (
      <Redirect to={paths.signIn({ last: last ?? (query ? `${path}?${query}` : path) })} replace />
    )
  return <MemberContext.Provider value={session}>{children}</MemberContext.Provider>
}

import type { ReactNode } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { serverConfig } from '../lib/server-config'
import { MemberContext, useSession } from '../lib/session'
import { paths } from '../paths'
import { NotFoundPage } from './ErrorPages'

interface MembersOnlyProps {
  /** Address to return to after sign-in; this page by default. */
  last?: string | undefined
  /** Whether visitors see the children, too. */
  orVisitors?: boolean
  children: ReactNode
}

/** Shows its children to members; visitors sign in first and return. */
export function MembersOnly({ last, orVisitors = false, children }: MembersOnlyProps) {
  const [path] = useLocation()
  const query = useSearch()
  const session = useSession()
  if (!session && orVisitors) return children
  if (!session)
    return (
      <Redirect to={paths.signIn({ last: last ?? (query ? `${path}?${query}` : path) })} replace />
    )
  return <MemberContext.Provider value={session}>{children}</MemberContext.Provider>
}

/** Shows its children where the game is played; otherwise the not-found page. */
export function GameOnly({ children }: { children: ReactNode }) {
  return serverConfig.playsPrizePeg ? children : <NotFoundPage />
}

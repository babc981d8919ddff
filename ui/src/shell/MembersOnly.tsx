import type { ReactNode } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { serverConfig } from '../lib/server-config'
import { MemberContext, useGuestBook, useSession } from '../lib/session'
import { paths } from '../paths'
import { NotFoundPage } from './ErrorPages'

interface MembersOnlyProps {
  /** Address to return to after sign-in; this page by default. */
  last?: string | undefined
  /** Whether visitors see the children, too. */
  orVisitors?: boolean
  /** Whether guests of any book see the children, too. */
  orGuests?: boolean
  /** Id of the book whose guests see the children, too. */
  guestsOf?: string | undefined
  children: ReactNode
}

/** Shows its children to members. Visitors sign in first and return; guests are redirected to their own book. */
export function MembersOnly({
  last,
  orVisitors = false,
  orGuests = false,
  guestsOf,
  children,
}: MembersOnlyProps) {
  const [path] = useLocation()
  const query = useSearch()
  const session = useSession()
  const guestBook = useGuestBook()
  if (!session && orVisitors) return children
  if (!session)
    return (
      <Redirect to={paths.signIn({ last: last ?? (query ? `${path}?${query}` : path) })} replace />
    )
  if (guestBook !== null && guestBook !== guestsOf && !orGuests) {
    return <Redirect to={paths.entries(guestBook)} replace />
  }
  return <MemberContext.Provider value={session}>{children}</MemberContext.Provider>
}

/** Shows its children where the game is played; otherwise the not-found page. */
export function GameOnly({ children }: { children: ReactNode }) {
  return serverConfig.playsPrizePeg ? children : <NotFoundPage />
}

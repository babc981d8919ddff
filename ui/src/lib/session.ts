import { createContext, useContext } from 'react'
import { serverConfig } from './server-config'
import { useStored } from './storage'

export interface Member {
  uid: string
  email: string
}

/** Member who is signed in to this browser. Their rights are decided by the server alone. */
export function useSession(): Member | undefined {
  const uid = useStored('uid')
  const email = useStored('email')
  return uid && email ? { uid, email } : undefined
}

/** Whether a stored state of an application is that of a member whom no admin has accepted. */
export const isApplicantState = (state: string | null) =>
  state !== null && state !== 'none' && state !== 'accepted'

/** Whether an admin has yet to accept the member of this browser, as far as it knows. */
export const useIsApplicant = () => isApplicantState(useStored('application'))

/** Id of the book that the user of this browser is a guest of; null for members and visitors. */
export function useGuestBook(): string | null {
  const session = useSession()
  const bid = useStored('guestOf')
  return session ? bid : null
}

/** Whether the prize game is played here by the current user. Guests don't play. */
export function usePlaysPrizePeg(): boolean {
  const guestOf = useGuestBook()
  return serverConfig.playsPrizePeg && guestOf === null
}

/** Provided by `<MembersOnly>`. */
export const MemberContext = createContext<Member | undefined>(undefined)

/** The signed-in member, on pages that `routes.tsx` shows to members only. */
export function useMember(): Member {
  const member = useContext(MemberContext)
  if (!member) throw new Error('This page must stand inside <MembersOnly>.')
  return member
}

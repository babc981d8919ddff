import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, call } from '../../../api/client'
import type { components } from '../../../api/schema'
import { sendVerification } from '../../../entities/member/queries'
import { logOnly } from '../../../lib/log'
import { serverConfig } from '../../../lib/server-config'
import { removeStored, setStored } from '../../../lib/storage'
import { paths } from '../../../paths'
import { useStoreSession } from '../sign-in/queries'
import { forgetEmail } from '../typed-email'

type Schemas = components['schemas']

export type LinkedBook = Schemas['GuestLinkView']

const guestKeys = { link: (code: string) => ['guest-link', code] }

const pathOf = (code: string) => ({ params: { path: { code } } })

/** Book of a guest link. */
export const useGuestLink = (code: string) =>
  useQuery({
    queryKey: guestKeys.link(code),
    queryFn: () => call(api.GET('/api/guest-links/{code}', pathOf(code))),
    retry: false,
    retryOnMount: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Makes a guest of the link's book, and stores the session. Calls back with the private link. */
export function useJoin(code: string, onJoined: (privateLink: string) => void) {
  const storeSession = useStoreSession(() => {})
  return useMutation({
    mutationFn: (name: string) =>
      call(api.POST('/api/guest-links/{code}', { ...pathOf(code), body: { name } })),
    onSuccess: ({ account, bid, privateLink }) => {
      // First, because the stored session changes the page.
      onJoined(privateLink ?? '')
      storeSession(account, bid)
    },
  })
}

/** Signs a guest in by the secret of their private link, and stores the session. Calls back with the id of their book. */
export function useComeBack(onSignedIn: (bid: string) => void) {
  const storeSession = useStoreSession(() => {})
  return useMutation({
    mutationFn: (secret: string) => call(api.POST('/api/guests/back', { body: { secret } })),
    onSuccess: ({ account, bid }) => {
      storeSession(account, bid)
      onSignedIn(bid)
    },
  })
}

/** Turns the guest into a member, requests the verification mail if one is needed, and stores the member. */
export function useBecomeMember(bid: string, onSuccess: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Schemas['GuestSignUp']) => call(api.POST('/api/guests/account', { body })),
    onSuccess: ({ uid, emailVerified, awaitsAcceptance }, { email, name }) => {
      if (!emailVerified && serverConfig.sendsMail) {
        sendVerification({ uid, email, name }, paths.entries(bid)).catch(logOnly)
      }
      setStored({
        uid,
        email,
        name,
        isAdmin: 'false',
        emailVerified: String(emailVerified),
        application: awaitsAcceptance ? 'waiting' : 'none',
      })
      // First, because the form redirects members.
      onSuccess()
      removeStored('guestOf')
      forgetEmail()
      queryClient.clear()
    },
  })
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, call } from '../../../api/client'
import type { components } from '../../../api/schema'
import { provePasskey } from '../../../entities/member/passkeys'
import { isTransient } from '../../../lib/api-error'
import { logOnly } from '../../../lib/log'
import { getStored, removeStored, setStored } from '../../../lib/storage'
import { forgetEmail } from '../typed-email'

type Schemas = components['schemas']

const tabletKeys = {
  choices: (code: string) => ['tablet-choices', code],
}

/** Returns a function that stores a session that has begun in this browser, and clears the cache. A guest has an id of a book. */
export function useStoreSession(onStored: () => void) {
  const queryClient = useQueryClient()
  return (
    { uid, email, name, token, isAdmin, emailVerified }: Schemas['SignedInView'],
    guestOf?: string,
  ) => {
    if (uid !== getStored('uid')) removeStored('application')
    if (guestOf === undefined) removeStored('guestOf')
    setStored({
      uid,
      email,
      name,
      token,
      isAdmin: String(isAdmin),
      emailVerified: String(emailVerified),
      // The book that a guest is to be led to.
      ...(guestOf !== undefined && { guestOf, bid: guestOf }),
    })
    forgetEmail()
    call(api.POST('/verify-token', { body: { idToken: token } })).catch(logOnly)
    // Data fetched for a visitor differs from a member's.
    queryClient.clear()
    onStored()
  }
}

interface SignInRequest extends Omit<Schemas['SignInForm'], 'passkey'> {
  /** Asks the browser for a passkey as the second step. */
  usesPasskey?: boolean
}

/** Signs in with the password and stores the session. */
export function useSignIn(onSuccess: () => void) {
  const storeSession = useStoreSession(onSuccess)
  return useMutation({
    mutationFn: async ({ usesPasskey, ...form }: SignInRequest) => {
      const body = usesPasskey ? { ...form, passkey: await provePasskey() } : form
      return call(api.POST('/signin', { body }))
    },
    onSuccess: (signedIn) => storeSession(signedIn),
  })
}

/** Signs in with a passkey alone and stores the session. */
export function useSignInWithPasskey(onSuccess: () => void) {
  const storeSession = useStoreSession(onSuccess)
  return useMutation({
    mutationFn: async () => call(api.POST('/signin/passkey', { body: await provePasskey() })),
    onSuccess: (signedIn) => storeSession(signedIn),
  })
}

export type TabletRequest = Schemas['TabletRequestView']

/** Makes a code with which a phone signs this tablet in. */
export const useBeginTabletSignIn = () =>
  useMutation({ mutationFn: () => call(api.POST('/api/tablet-sign-in')) })

const CLAIM_INTERVAL_MS = 2_000

/**
 * Signs this tablet in once a phone has approved it. Asks the server every two seconds while the page is visible, until the
 * request has ended. Errors that may pass, such as a lost connection, don't end it.
 *
 * @returns the error that has ended the request
 */
export function useClaimTabletSession(request: TabletRequest, onSuccess: () => void): Error | null {
  const { code, secret } = request
  const storeSession = useStoreSession(onSuccess)
  // No query, because the server returns the session once, even if this page has been left by then.
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () =>
      call(
        api.POST('/api/tablet-sign-in/{code}/claim', {
          params: { path: { code } },
          body: { secret },
        }),
      ),
    onSuccess: ({ signedIn }) => {
      if (signedIn) storeSession(signedIn)
    },
  })
  const failure = isTransient(error) ? null : error
  const waits = !isPending && !failure && !data?.signedIn
  useEffect(() => {
    if (!waits) return
    const claim = () => {
      if (document.visibilityState !== 'hidden') mutate()
    }
    const timer = setInterval(claim, CLAIM_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [waits, mutate])
  return failure
}

const pathOf = (code: string) => ({ params: { path: { code } } })

/** Codes of which the tablet shows one. The server limits how often it is asked for them. */
export const useTabletChoices = (code: string) =>
  useQuery({
    queryKey: tabletKeys.choices(code),
    queryFn: () => call(api.GET('/api/tablet-sign-in/{code}', pathOf(code))),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Signs the tablet in as the current member. A choice of another code than the tablet's ends its request. */
export const useApproveTablet = (code: string) =>
  useMutation({
    mutationFn: (choice: string) =>
      call(api.POST('/api/tablet-sign-in/{code}/approve', { ...pathOf(code), body: { choice } })),
  })

import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { api, call, sentWithPage } from '../../api/client'
import type { components } from '../../api/schema'
import { updateCached } from '../../api/update-cached'
import { currentPath } from '../../lib/base'
import { notifyFailure } from '../../lib/notify'
import { serverConfig } from '../../lib/server-config'
import { useSession } from '../../lib/session'
import { getStored, removeStored, setStored, useStored } from '../../lib/storage'
import { paths } from '../../paths'
import type { Roles } from './roles'

export type Profile = components['schemas']['ProfileView']

/** Prefix of the keys of all cached profiles. */
const profiles = ['profile']

export const memberKeys = {
  profiles,
  profile: (uid: string | undefined) => [...profiles, uid],
  roles: (uid: string) => ['roles', uid],
  blocks: ['blocks'],
  application: (uid: string | undefined) => ['application', uid],
  inboundAddress: (uid: string | undefined) => ['inbound-address', uid],
}

/** Confirms the password of the signed-in member, which the server requires right before some changes. */
export const reauthenticate = (body: components['schemas']['Credentials']) =>
  call(api.POST('/reauthenticate', { body }))

/** Stores the page that the link in a mail leads back to, if it's opened in this browser. */
export function storeLast(last: string | undefined) {
  if (last) setStored({ last })
  else removeStored('last')
}

/** Sends the verification mail. Its link leads back to `last`. */
export function sendVerification(
  body: components['schemas']['VerificationRequest'],
  last: string | undefined = currentPath(),
) {
  storeLast(last)
  return call(api.POST('/send-verify', { body }))
}

interface ProfileOptions {
  /** False where the profile that another part of the page has fetched is good enough. */
  refetchOnMount?: boolean
}

/** Profile of the current member once it is fetched. Doesn't suspend. */
export function useProfile({ refetchOnMount = true }: ProfileOptions = {}): Profile | undefined {
  const uid = useSession()?.uid
  // After registration the member is stored already, but has no session before sign-in.
  const isNew = useLocation()[0] === paths.signUpProfile
  const { data } = useQuery({
    queryKey: memberKeys.profile(uid),
    queryFn: () => call(api.POST('/query-profile', { body: { uid: uid ?? '' } })),
    initialData: sentWithPage(`POST /query-profile ${JSON.stringify({ uid })}`),
    enabled: uid !== undefined && !isNew,
    refetchOnMount,
    // The mailed link is usually opened in another tab.
    refetchOnWindowFocus: ({ state }) => (state.data?.emailVerified === false ? 'always' : true),
  })
  const verified = data?.emailVerified
  useEffect(() => {
    if (verified !== undefined) setStored({ emailVerified: String(verified) })
  }, [verified])
  return data
}

/** Roles in a response; a server of an earlier version sends only the first. */
const readRoles = ({
  isAdmin,
  isModerator = isAdmin,
  keeperOf = [],
}: components['schemas']['AdminCheck']): Roles => ({
  isAdmin,
  isModerator,
  isKeeper: isAdmin || keeperOf.length > 0,
  keeperOf,
})

export const rolesQuery = (uid: string) =>
  queryOptions({
    queryKey: memberKeys.roles(uid),
    queryFn: async () => {
      const check = await call(api.POST('/check-admin', { body: { uid } }))
      await storeGuestBook(uid, check.guestOf)
      return check
    },
    select: readRoles,
  })

/**
 * Stores whether the current user is a guest. A stored guest who is none any more has created an account on another device, so its
 * address and name are stored, too. A server of an earlier version sends nothing.
 */
async function storeGuestBook(uid: string, guestOf: string | null | undefined) {
  const stored = getStored('guestOf')
  if (guestOf === undefined || guestOf === stored) return
  if (guestOf !== null) {
    setStored({ guestOf })
    return
  }
  const { email, name, emailVerified } = await call(api.POST('/query-profile', { body: { uid } }))
  setStored({ email, name, emailVerified: String(emailVerified) })
  removeStored('guestOf')
}

/** Fetches again whether the current user is a guest, and stores it. Doesn't suspend. */
export function useRefreshGuest() {
  const uid = useSession()?.uid
  useQuery({ ...rolesQuery(uid ?? ''), enabled: uid !== undefined })
}

/** Roles of the member, as the server decides. Suspends until it answers. */
export const useRolesOf = (uid: string): Roles => useSuspenseQuery(rolesQuery(uid)).data

/** Roles of the current member for the navigation. Doesn't suspend: until the server answers, as far as this browser knows. */
export function useKnownRoles(): Omit<Roles, 'keeperOf'> {
  const uid = useSession()?.uid
  const isAdmin = useStored('isAdmin') === 'true'
  const profile = useProfile()
  const { data } = useQuery({ ...rolesQuery(uid ?? ''), enabled: uid !== undefined })
  if (data) return data
  return {
    isAdmin,
    isModerator: isAdmin || profile?.isModerator === true,
    isKeeper: isAdmin || profile?.isKeeper === true,
  }
}

/** Whether the current member moderates the threads, as far as this browser knows. */
export function useIsModerator(): boolean {
  const isAdmin = useStored('isAdmin') === 'true'
  const isModerator = useProfile({ refetchOnMount: false })?.isModerator === true
  return isAdmin || isModerator
}

/** Fetches the roles of the current member again after a change to them. */
export function invalidateRoles(queryClient: QueryClient, uid: string) {
  void queryClient.invalidateQueries({ queryKey: memberKeys.roles(uid) })
  void queryClient.invalidateQueries({ queryKey: memberKeys.profile(uid) })
}

type OwnApplication = components['schemas']['OwnApplication']

/**
 * State of the member's own application: as it is stored, and once it is fetched, as the server knows it. Doesn't suspend.
 * Fetched again when the member comes back to the window, as from the mail about the decision.
 */
export function useOwnApplication(): string | null {
  const uid = useSession()?.uid
  const stored = useStored('application')
  const { data } = useQuery({
    queryKey: memberKeys.application(uid),
    queryFn: () => call(api.GET('/api/account/application')),
    enabled: uid !== undefined,
  })
  const state = data?.state
  useEffect(() => {
    if (state) setStored({ application: state })
  }, [state])
  return state ?? stored
}

/** Dismisses the notice that the member's application was accepted. */
export function useDismissApplication(onDismissed: () => void) {
  const queryClient = useQueryClient()
  const uid = useSession()?.uid
  return useMutation({
    mutationFn: () => call(api.POST('/api/account/application/seen')),
    onSuccess: () => {
      updateCached<OwnApplication>(queryClient, memberKeys.application(uid), () => ({
        state: 'none',
      }))
      onDismissed()
    },
    onError: (error) => notifyFailure('The message could not be dismissed.', error),
  })
}

/** Local parts of the addresses that a member can mail posts to. */
export type MailNames = components['schemas']['MailAddressView']

const pathOf = (uid: string | undefined) => ({ params: { path: { uid: uid ?? '' } } })

/** The member's addresses for posts. Doesn't suspend, and fetches nothing where posting by mail is off. */
export function useMailNames(): MailNames | undefined {
  const uid = useSession()?.uid
  return useQuery({
    queryKey: memberKeys.inboundAddress(uid),
    queryFn: () => call(api.GET('/api/mail-address/{uid}', pathOf(uid))),
    initialData: sentWithPage(`GET /api/mail-address/${uid} `),
    enabled: uid !== undefined && serverConfig.postHost !== undefined,
  }).data
}

/** Makes a secret address that replaces the previous one. */
export function useReplaceMailAddress(uid: string, onRenewed: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.POST('/api/mail-address/{uid}', pathOf(uid))),
    onSuccess: (names) => {
      updateCached(queryClient, memberKeys.inboundAddress(uid), () => names)
      onRenewed()
    },
  })
}

/** Turns the secret address off. */
export function useRemoveMailAddress(uid: string, onRemoved: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.POST('/api/mail-address/{uid}/remove', pathOf(uid))),
    onSuccess: () => {
      onRemoved()
      return queryClient.invalidateQueries({ queryKey: memberKeys.inboundAddress(uid) })
    },
  })
}

/** Address that posts for a topic are mailed to. */
export const mailAddress = (name: string, topicCode: string) =>
  `${name}.${topicCode}@${serverConfig.postHost}`

import {
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
import { removeStored, setStored, useStored } from '../../lib/storage'
import { paths } from '../../paths'

export type Profile = components['schemas']['ProfileView']

/** Prefix of the keys of all cached profiles. */
const profiles = ['profile']

export const memberKeys = {
  profiles,
  profile: (uid: string | undefined) => [...profiles, uid],
  isAdmin: (uid: string) => ['is-admin', uid],
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

/** Profile of the current member once it is fetched. Doesn't suspend. */
export function useProfile(): Profile | undefined {
  const uid = useSession()?.uid
  // After registration the member is stored already, but has no session before sign-in.
  const isNew = useLocation()[0] === paths.signUpProfile
  const { data } = useQuery({
    queryKey: memberKeys.profile(uid),
    queryFn: () => call(api.POST('/query-profile', { body: { uid: uid ?? '' } })),
    initialData: sentWithPage(`POST /query-profile ${JSON.stringify({ uid })}`),
    enabled: uid !== undefined && !isNew,
    // The mailed link is usually opened in another tab.
    refetchOnWindowFocus: ({ state }) => (state.data?.emailVerified === false ? 'always' : true),
  })
  const verified = data?.emailVerified
  useEffect(() => {
    if (verified !== undefined) setStored({ emailVerified: String(verified) })
  }, [verified])
  return data
}

export const adminCheck = (uid: string) =>
  queryOptions({
    queryKey: memberKeys.isAdmin(uid),
    queryFn: () => call(api.POST('/check-admin', { body: { uid } })),
  })

/** Whether the server treats the member as an admin. Suspends until it answers. */
export const useIsAdmin = (uid: string): boolean => useSuspenseQuery(adminCheck(uid)).data.isAdmin

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

import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { api, call } from '../../api/client'
import type { components } from '../../api/schema'
import { useSession } from '../../lib/session'
import { paths } from '../../paths'

export type Profile = components['schemas']['ProfileView']

/** All cached profiles start with this key. */
const profiles = ['profile']

export const memberKeys = {
  profiles,
  profile: (uid: string | undefined) => [...profiles, uid],
  isAdmin: (uid: string) => ['is-admin', uid],
  blocks: ['blocks'],
  inboundAddress: (uid: string | undefined) => ['inbound-address', uid],
}

/** The profile of whoever uses this browser, once it is known. Nothing waits for it. */
export function useProfile(): Profile | undefined {
  const uid = useSession()?.uid
  // Somebody who has just registered is stored already, and has no session before sign-in.
  const isNew = useLocation()[0] === paths.signUpProfile
  return useQuery({
    queryKey: memberKeys.profile(uid),
    queryFn: () => call(api.POST('/query-profile', { body: { uid: uid ?? '' } })),
    enabled: uid !== undefined && !isNew,
  }).data
}

export const adminCheck = (uid: string) =>
  queryOptions({
    queryKey: memberKeys.isAdmin(uid),
    queryFn: () => call(api.POST('/check-admin', { body: { uid } })),
  })

/** Whether the server takes the member for an admin. The page waits for the answer. */
export const useIsAdmin = (uid: string): boolean => useSuspenseQuery(adminCheck(uid)).data.isAdmin

import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { api, call } from '../../api/client'
import type { components } from '../../api/schema'
import { useSession } from '../../lib/session'
import { paths } from '../../paths'

export type Profile = components['schemas']['ProfileView']

/** Prefix of the keys of all cached profiles. */
const profiles = ['profile']

export const memberKeys = {
  profiles,
  profile: (uid: string | undefined) => [...profiles, uid],
  isAdmin: (uid: string) => ['is-admin', uid],
  blocks: ['blocks'],
  inboundAddress: (uid: string | undefined) => ['inbound-address', uid],
}

/** Profile of the current member once it is fetched. Doesn't suspend. */
export function useProfile(): Profile | undefined {
  const uid = useSession()?.uid
  // After registration the member is stored already, but has no session before sign-in.
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

/** Whether the server treats the member as an admin. Suspends until it answers. */
export const useIsAdmin = (uid: string): boolean => useSuspenseQuery(adminCheck(uid)).data.isAdmin

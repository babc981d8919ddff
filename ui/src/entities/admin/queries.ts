import { type QueryClient, queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { api, call } from '../../api/client'
import type { components } from '../../api/schema'
import { useSession } from '../../lib/session'
import { rolesQuery } from '../member/queries'

type Schemas = components['schemas']

export type Overview = Schemas['OverviewView']

/** Prefix of the keys of everything cached for admins only. */
const all = ['admin']

export const adminKeys = {
  all,
  overview: [...all, 'overview'],
}

const overview = queryOptions({
  queryKey: adminKeys.overview,
  queryFn: () => call(api.GET('/api/admin/overview')),
})

/** Counts and facts of the admin overview. Suspends until they are fetched. */
export const useOverview = (): Overview => useSuspenseQuery({ ...overview, staleTime: 0 }).data

/** Same counts for the header. Doesn't suspend, and fetches nothing for keepers, moderators and other members. */
export function useCounts(): Overview | undefined {
  const uid = useSession()?.uid
  const isAdmin = useQuery({ ...rolesQuery(uid ?? ''), enabled: uid !== undefined }).data?.isAdmin
  return useQuery({ ...overview, enabled: isAdmin === true }).data
}

/** Refetches the overview after an admin's action changed its counts. */
export const invalidateOverview = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: overview.queryKey })

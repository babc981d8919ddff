import { type QueryClient, queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { api, call } from '../../api/client'
import type { components } from '../../api/schema'
import { useSession } from '../../lib/session'
import { adminCheck } from '../member/queries'

type Schemas = components['schemas']

export type Overview = Schemas['OverviewView']

/** Everything cached that is for admins only starts with this key. */
const all = ['admin']

export const adminKeys = {
  all,
  overview: [...all, 'overview'],
}

const overview = queryOptions({
  queryKey: adminKeys.overview,
  queryFn: () => call(api.GET('/api/admin/overview')),
})

/** What needs an admin. */
export const useOverview = (): Overview => useSuspenseQuery({ ...overview, staleTime: 0 }).data

/** The same for the header, once it is known. Nothing waits for it, and others than admins do not ask. */
export function useCounts(): Overview | undefined {
  const uid = useSession()?.uid
  const isAdmin = useQuery({ ...adminCheck(uid ?? ''), enabled: uid !== undefined }).data?.isAdmin
  return useQuery({ ...overview, enabled: isAdmin === true }).data
}

/** Something that waited was done, or begins to wait. */
export const renewOverview = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: overview.queryKey })

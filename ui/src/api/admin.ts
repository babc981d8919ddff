import { type QueryClient, queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useSession } from '../lib/session'
import { api, call } from './client'
import { adminCheck } from './profiles'
import type { components } from './schema'

type Schemas = components['schemas']

export type Overview = Schemas['OverviewView']

/** Everything cached that is for admins only starts with this key. */
export const ADMIN = ['admin']

const overview = queryOptions({
  queryKey: [...ADMIN, 'overview'],
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
export const renewOverview = (queries: QueryClient) =>
  queries.invalidateQueries({ queryKey: overview.queryKey })

import { useQuery } from '@tanstack/react-query'
import { api, call } from '../../api/client'
import type { components } from '../../api/schema'
import { useSession } from '../../lib/session'

type Schemas = components['schemas']

export type Result = Schemas['ResultView']
export type MarkedText = Schemas['MarkedView']
export type Kind = Schemas['ResultKind']

export interface Search {
  q: string
  kind: Kind | undefined
  page: number
}

/** Search results. Fetches nothing for an empty query; keeps the previous page while the next one is fetched. */
export function useResults({ q, kind, page }: Search) {
  const uid = useSession()?.uid
  return useQuery({
    queryKey: ['search', uid, q, kind, page],
    queryFn: () =>
      call(api.GET('/api/search', { params: { query: { q, kind, page: String(page) } } })),
    enabled: q !== '',
    placeholderData: (last, query) =>
      query?.queryKey[2] === q && query.queryKey[3] === kind ? last : undefined,
  })
}

import { useQuery } from '@tanstack/react-query'
import { api, call } from '../../api/client'
import type { components } from '../../api/schema'
import { useSession } from '../../lib/session'

type Schemas = components['schemas']

export type Result = Schemas['ResultView']
export type MarkedText = Schemas['MarkedView']
export type HandwritingMatch = Schemas['HandwritingView']
export type Kind = Schemas['ResultKind']

export interface Search {
  q: string
  kind: Kind | undefined
  page: number
}

const searchKeys = {
  results: (uid: string | undefined, { q, kind, page }: Search) => ['search', uid, q, kind, page],
}

/** Search results. Keeps the previous page while the next one is fetched. */
export function useResults(search: Search) {
  const { q, kind, page } = search
  const uid = useSession()?.uid
  return useQuery({
    queryKey: searchKeys.results(uid, search),
    queryFn: () =>
      call(api.GET('/api/search', { params: { query: { q, kind, page: String(page) } } })),
    placeholderData: (last, query) =>
      query?.queryKey[2] === q && query.queryKey[3] === kind ? last : undefined,
  })
}

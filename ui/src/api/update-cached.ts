import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Updates cached data after a change on the server. Refetches that began before it are cancelled and sent again: their
 * responses would revert it. Queries without data are left alone.
 *
 * @param queryKey key of the query, or prefix of the keys of several
 */
export function updateCached<Data>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  update: (cached: Data) => Data,
) {
  queryClient.setQueriesData<Data>({ queryKey }, (cached) =>
    cached === undefined ? undefined : update(cached),
  )
  restartRefetches(queryClient, queryKey)
}

/** Cancels refetches whose responses may be older than a change on the server, and sends them again. */
export function restartRefetches(queryClient: QueryClient, queryKey: QueryKey) {
  void queryClient.refetchQueries({
    queryKey,
    predicate: ({ state }) => state.data !== undefined && state.fetchStatus === 'fetching',
  })
}

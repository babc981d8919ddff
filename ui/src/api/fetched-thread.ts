import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { type Post, postsIn, type Rows, THREAD } from './posts'

/** The posts of a thread as far as they have been fetched, of the list that has this one in it. */
export function useFetchedThread(code: string, id: string): Post[] {
  const cache = useQueryClient().getQueryCache()
  const rows = useSyncExternalStore(
    useCallback((listener) => cache.subscribe(notifyManager.batchCalls(listener)), [cache]),
    () =>
      cache
        .findAll({ queryKey: [...THREAD, code] })
        .map(({ state }) => state.data as Rows | undefined)
        .find((each) => postsIn(each).some((post) => post.id === id)),
  )
  return postsIn(rows)
}

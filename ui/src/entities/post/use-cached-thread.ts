import { notifyManager, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { currentPage, postsIn, useCurrent } from './overlay'
import { type CachedPosts, type FirstPage, firstPageOf, type Post, postKeys } from './post'
import { threadQuery } from './queries'

/** First page of the cached list that contains this post. */
function useFirstPageWith(code: string, id: string): FirstPage | undefined {
  const cache = useQueryClient().getQueryCache()
  return useSyncExternalStore(
    useCallback((listener) => cache.subscribe(notifyManager.batchCalls(listener)), [cache]),
    () => {
      const lists = cache.findAll({ queryKey: postKeys.thread(code) })
      const has = (rows: CachedPosts | undefined) => postsIn(rows).some((post) => post.id === id)
      const list = lists.find(({ state }) => has(state.data as CachedPosts | undefined))
      return firstPageOf(list?.queryKey)
    },
  )
}

/** Posts of a thread that are cached, of the list that contains this post, and a way to fetch more. */
export function useCachedThread(code: string, id: string) {
  const first = useFirstPageWith(code, id)
  // The thread below has fetched it already, so nothing is fetched again for a post above it.
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    ...threadQuery(code, first),
    enabled: false,
  })
  const current = useCurrent(data, postsIn)
  const posts = first ? current : []
  const lastPage = data?.pages[data.pages.length - 1]
  const total = lastPage ? currentPage(lastPage).total : 0
  return {
    posts,
    hasMore: first !== undefined && hasNextPage,
    /** Of the whole thread, or of the one page that paper display shows. */
    total: first && !first.page ? Math.max(total, posts.length) : posts.length,
    isFetching: isFetchingNextPage,
    /** Fetches the post after the last cached one; undefined at the end of the thread. */
    fetchNext: async (): Promise<Post | undefined> => {
      const last = posts[posts.length - 1]?.id
      const { data: now, error } = await fetchNextPage()
      if (error) throw error
      const all = postsIn(now)
      return all[all.findIndex((post) => post.id === last) + 1]
    },
  }
}

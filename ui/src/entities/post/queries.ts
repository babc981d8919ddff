import {
  type InfiniteData,
  infiniteQueryOptions,
  notifyManager,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { api, call, sentWithPage } from '../../api/client'
import type { components } from '../../api/schema'
import { ApiError, isNotFound, isUnreachable } from '../../lib/api-error'
import {
  applyToPost,
  applyToTopic,
  applyToTopics,
  currentPage,
  postsIn,
  updatePost,
  useCurrent,
} from './overlay'
import {
  type CachedPosts,
  type FirstPage,
  firstPageOf,
  type ListedTopic,
  type Post,
  postKeys,
  type ThreadPage,
  type Topic,
} from './post'

/** Null for a post that no longer exists. Other refusals have the message that is fixed for them. */
function unlessGone(error: unknown): null {
  if (isNotFound(error)) return null
  if (!(error instanceof ApiError) || isUnreachable(error)) throw error
  throw new ApiError(error.status, { error: 'Error fetching post', code: error.code })
}

/** A post that a thread shows already, with the time it was fetched. */
function shownIn(queryClient: QueryClient, id: string) {
  for (const { queryKey, state } of queryClient
    .getQueryCache()
    .findAll({ queryKey: postKeys.threads })) {
    const post = postsIn(queryClient.getQueryData<CachedPosts>(queryKey)).find(
      (each) => each.id === id,
    )
    if (post) return { post, at: state.dataUpdatedAt }
  }
}

/** Makes a new object of every refetch, even of equal data, so that no older change is laid over it. */
const FRESH = { structuralSharing: false } as const

/** One post, or `null` if there is none for this reader. */
export function usePost(id: string): Post | null {
  const queryClient = useQueryClient()
  const { data } = useSuspenseQuery<Post | null>({
    ...FRESH,
    queryKey: postKeys.detail(id),
    queryFn: () => call(api.GET('/api/posts/{id}', { params: { path: { id } } })).catch(unlessGone),
    initialData: () => shownIn(queryClient, id)?.post,
    initialDataUpdatedAt: () => shownIn(queryClient, id)?.at,
  })
  return useCurrent(data, applyToPost)
}

/** Number of posts in a row. */
export const PAGE_SIZE = 3

/** Time that an unused thread stays cached, in milliseconds: a reader who comes back finds the same cards. */
const THREAD_GC_TIME_MS = 30 * 60_000

export const topicsQuery = queryOptions({
  ...FRESH,
  queryKey: postKeys.topics,
  queryFn: () => call(api.POST('/api/topics', { body: {} })),
  initialData: sentWithPage('POST /api/topics {}'),
})

export const useTopics = (): ListedTopic[] =>
  useCurrent(useSuspenseQuery(topicsQuery).data, applyToTopics)

export function useTopic(code: string): Topic {
  const { data } = useSuspenseQuery({
    ...FRESH,
    queryKey: postKeys.topic(code),
    queryFn: () => call(api.GET('/api/topics', { params: { query: { code } } })),
    initialData: sentWithPage(`GET /api/topics?code=${code} `),
  })
  return useCurrent(data, applyToTopic)
}

/** Limit of the server for one request. */
const MAX_PAGE_SIZE = 50

interface PageParam extends FirstPage {
  /** Id of the post before the first. */
  after?: string | undefined
}

interface FetchedPage extends ThreadPage {
  /** Whether the server has no more posts for this reader. `total` also counts posts that are hidden from them. */
  isEnd: boolean
}

/** Fetches `count` posts, in several requests if necessary. */
async function fetchPosts(
  code: string,
  { page, after, count = PAGE_SIZE }: PageParam,
): Promise<FetchedPage> {
  const limit = Math.min(count, MAX_PAGE_SIZE)
  const query = { code, limit, ...(page && { page }), ...(after && { after }) }
  const fetched = await call(api.GET('/api/thread/post/list/page', { params: { query } }))
  const last = fetched.results[fetched.results.length - 1]
  const missing = count - fetched.results.length
  if (!last || missing <= 0 || fetched.results.length < limit) return { ...fetched, isEnd: !last }
  const rest = await fetchPosts(code, { after: last.id, count: missing })
  return { ...rest, results: fetched.results.concat(rest.results) }
}

/** First page of a thread that came with the page, if it did. */
function sentThread(
  code: string,
  first: PageParam,
): InfiniteData<FetchedPage, PageParam> | undefined {
  const { page, count = PAGE_SIZE } = first
  if (count !== PAGE_SIZE) return undefined
  const query = `code=${code}&limit=${count}${page ? `&page=${page}` : ''}`
  const sent = sentWithPage<ThreadPage>(`GET /api/thread/post/list/page?${query} `)()
  return sent && { pages: [{ ...sent, isEnd: sent.results.length === 0 }], pageParams: [first] }
}

/** Posts of a thread, newest first, fetched page by page. */
export const threadQuery = (code: string, { page, count }: FirstPage = {}) =>
  infiniteQueryOptions({
    ...FRESH,
    queryKey: postKeys.threadFrom(code, { ...(page && { page }) }),
    queryFn: ({ pageParam }) => fetchPosts(code, pageParam),
    initialPageParam: { ...(page && { page }), count } as PageParam,
    initialData: () => sentThread(code, { ...(page && { page }), count }),
    getNextPageParam: (lastPage, pages): PageParam | undefined => {
      const { isEnd, total } = currentPage(lastPage)
      const posts = pages.flatMap((page) => currentPage(page).results)
      if (isEnd || posts.length >= total) return undefined
      const last = posts[posts.length - 1]
      // If all fetched posts have been deleted since, start again from the beginning.
      return last ? { after: last.id } : { ...(page && { page }) }
    },
    staleTime: 60_000,
    gcTime: THREAD_GC_TIME_MS,
  })

export function useThread(code: string, count?: number) {
  const thread = useSuspenseInfiniteQuery(threadQuery(code, { count }))
  return { ...thread, data: useCurrent(thread.data, applyToPages) }
}

const applyToPages = (data: InfiniteData<FetchedPage>) => ({
  ...data,
  pages: data.pages.map(currentPage),
})

/** One page of a thread by number. */
export function useThreadPage(code: string, page: number) {
  const { data, isFetching, isError, refetch } = useSuspenseInfiniteQuery(
    threadQuery(code, { page }),
  )
  return { thread: useCurrent(data, applyToPages).pages[0], isFetching, isError, refetch }
}

export const pendingPostsQuery = (uid: string) =>
  queryOptions({
    queryKey: postKeys.pending,
    queryFn: () => call(api.GET('/api/usr/posts', { params: { query: { uid } } })),
  })

/** The member's pending posts, or the server's message. Doesn't suspend. */
export function usePendingPosts(uid: string | undefined) {
  const pending = useQuery({
    ...FRESH,
    ...pendingPostsQuery(uid ?? ''),
    initialData: sentWithPage(`GET /api/usr/posts?uid=${uid} `),
    enabled: uid !== undefined,
  })
  return { ...pending, posts: useCurrent(pending.data, postsIn) }
}

export type CommentedPost = components['schemas']['CommentedPostView']

/** The member's posts on which others have commented lately, the newest comment first. */
export const commentedPostsQuery = () =>
  queryOptions({
    queryKey: postKeys.commented,
    queryFn: () => call(api.GET('/api/usr/comments')),
  })

export function useInvalidatePending() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: postKeys.pending })
}

/** Publishes a pending post in its thread. */
export function usePublishPost(onPublished: (words: string) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Post) =>
      call(api.PUT('/api/activate-post/{id}', { params: { path: { id } } })),
    onSuccess: ({ msg }) => {
      // First, because the list of pending posts is about to lose this one.
      onPublished(msg)
      return queryClient.invalidateQueries({ queryKey: postKeys.all })
    },
  })
}

type NewWords = components['schemas']['NewWords']

export const describePost = (words: NewWords) =>
  call(api.POST('/api/posts/describe', { body: words }))

/** Saves the caption and description of the member's own post. */
export function useDescribePost(onDescribed: (post: Post, sent: NewWords) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: describePost,
    onSuccess: (post, sent) => {
      const { id, caption, alt } = post
      updatePost(queryClient, id, (each) => ({ ...each, caption, alt }))
      onDescribed(post, sent)
    },
  })
}

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

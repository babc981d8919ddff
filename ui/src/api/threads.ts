import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { api, call } from './client'
import { changePost } from './post-caches'
import { PENDING, POSTS, type Post, THREAD, type ThreadPage, TOPICS, type Topic } from './posts'
import type { components } from './schema'

/** As many as stand side by side. */
export const PAGE_SIZE = 3

/** A reader who comes back finds the cards that were there, in milliseconds. */
const KEPT_FOR = 30 * 60_000

export const topicsQuery = queryOptions({
  queryKey: TOPICS,
  queryFn: () => call(api.POST('/api/topics', { body: {} })),
})

export const useTopics = (): Topic[] => useSuspenseQuery(topicsQuery).data

export const useTopic = (code: string): Topic =>
  useSuspenseQuery({
    queryKey: [...POSTS, 'topic', code],
    queryFn: () => call(api.GET('/api/topics', { params: { query: { code } } })),
  }).data

/** Where a list of posts begins. */
export interface Start {
  /** A post's id; without it, at the newest. */
  after?: string | undefined
  /** The first is 1. */
  page?: number
}

/** The posts of a thread, newest first; more of them come page by page. */
export const threadFrom = (code: string, start: Start = {}) =>
  infiniteQueryOptions({
    queryKey: [...THREAD, code, start],
    queryFn: ({ pageParam }) => {
      const query = { code, limit: PAGE_SIZE, ...pageParam }
      return call(api.GET('/api/thread/post/list/page', { params: { query } }))
    },
    initialPageParam: start,
    getNextPageParam: (last, pages): Start | undefined => {
      const posts = pages.flatMap(({ results }) => results)
      const after = posts[posts.length - 1]?.id
      // How many come before the start nobody has told, unless it is the newest.
      const isAll = !start.after && posts.length >= last.total
      return last.results.length === 0 || isAll ? undefined : { after }
    },
    staleTime: 60_000,
    gcTime: KEPT_FOR,
  })

export const useThread = (code: string, after?: string) =>
  useSuspenseInfiniteQuery(threadFrom(code, { after }))

/** One page of a thread by its number. */
export const useThreadPage = (code: string, page: number): ThreadPage | undefined =>
  useSuspenseInfiniteQuery(threadFrom(code, { page })).data.pages[0]

/** The member's posts that nobody else sees yet, or the server's words. Nothing waits for them. */
export const usePendingPosts = (uid: string | undefined) =>
  useQuery({
    queryKey: PENDING,
    queryFn: () => call(api.GET('/api/usr/posts', { params: { query: { uid: uid ?? '' } } })),
    enabled: uid !== undefined,
  })

export function useRenewPending() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: PENDING })
}

/** Puts a pending post into its thread, for everybody to see. */
export function usePublishPost(onPublished: (words: string) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Post) =>
      call(api.PUT('/api/activate-post/{id}', { params: { path: { id } } })),
    onSuccess: ({ msg }) => {
      // First: the list of pending posts is about to lose this one.
      onPublished(msg)
      return queries.invalidateQueries({ queryKey: POSTS })
    },
  })
}

type NewWords = components['schemas']['NewWords']

export const describePost = (words: NewWords) =>
  call(api.POST('/api/posts/describe', { body: words }))

/** Keeps what somebody writes to a post of theirs. */
export function useDescribePost(onDescribed: (post: Post, sent: NewWords) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: describePost,
    onSuccess: (post, sent) => {
      const { id, caption, alt } = post
      changePost(queries, id, (each) => ({ ...each, caption, alt }))
      onDescribed(post, sent)
    },
  })
}

import {
  type InfiniteData,
  type QueryClient,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { api, call } from './client'
import { ApiError, isNotFound, isUnreachable } from './error'
import type { components } from './schema'

type Schemas = components['schemas']

export type Post = Schemas['PostView']
export type ThreadPage = Schemas['ThreadPage']
export type Topic = Schemas['TopicView']

/** All cached posts start with this key. */
export const POSTS = ['posts']
export const ONE = [...POSTS, 'one']
export const COMMENTS = [...POSTS, 'comments']
export const PENDING = [...POSTS, 'pending']
export const THREAD = [...POSTS, 'thread']
export const TOPICS = [...POSTS, 'topics']

/** Posts one after the other, as they are cached: a thread so far or a page of it, or one's own that are pending. */
export type Rows = InfiniteData<ThreadPage> | ThreadPage | Post[] | Schemas['MessageView']

export function postsIn(rows: Rows | undefined): Post[] {
  if (!rows || 'msg' in rows) return []
  if (Array.isArray(rows)) return rows
  if ('pages' in rows) return rows.pages.reduce<Post[]>((all, page) => all.concat(page.results), [])
  return rows.results
}

/** What the spec says of a post that cannot be fetched, whatever the server says. */
function unlessGone(error: unknown): null {
  if (isNotFound(error)) return null
  if (!(error instanceof ApiError) || isUnreachable(error)) throw error
  throw new ApiError(error.status, { error: 'Error fetching post', code: error.code })
}

/** A post that a thread shows already, and when it came. */
function shownIn(queries: QueryClient, id: string) {
  for (const { queryKey, state } of queries.getQueryCache().findAll({ queryKey: THREAD })) {
    const post = postsIn(queries.getQueryData<Rows>(queryKey)).find((each) => each.id === id)
    if (post) return { post, at: state.dataUpdatedAt }
  }
}

/** One post, or `null` where there is none for this reader. */
export function usePost(id: string): Post | null {
  const queries = useQueryClient()
  return useSuspenseQuery<Post | null>({
    queryKey: [...ONE, id],
    queryFn: () => call(api.GET('/api/posts/{id}', { params: { path: { id } } })).catch(unlessGone),
    initialData: () => shownIn(queries, id)?.post,
    initialDataUpdatedAt: () => shownIn(queries, id)?.at,
  }).data
}

/** What to call a post. */
export const titleOf = ({ caption, author }: Pick<Post, 'caption' | 'author'>) =>
  caption || `A page by ${author.name || author.username}`

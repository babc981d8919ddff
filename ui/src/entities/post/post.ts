import type { InfiniteData } from '@tanstack/react-query'
import type { components } from '../../api/schema'

type Schemas = components['schemas']

export type Post = Schemas['PostView']
export type ThreadPage = Schemas['ThreadPage']
export type Topic = Schemas['TopicView']

/** The first posts of a list to show. */
export interface FirstPage {
  /** The number of the page to begin with, from 1; without it, at the newest post. */
  page?: number
  /** Number of posts to begin with. */
  count?: number | undefined
}

const all = ['posts']
const details = [...all, 'detail']
const allComments = [...all, 'comments']
const threads = [...all, 'thread']
const topicDetails = [...all, 'topic']

/** Keys of all that is cached of posts; each plural is the beginning of the singular's. */
export const postKeys = {
  all,
  details,
  detail: (id: string) => [...details, id],
  allComments,
  comments: (id: string) => [...allComments, id],
  pending: [...all, 'pending'],
  threads,
  thread: (code: string) => [...threads, code],
  threadFrom: (code: string, { page }: FirstPage) => [...threads, code, page ? { page } : {}],
  topics: [...all, 'topics'],
  topicDetails,
  topic: (code: string) => [...topicDetails, code],
}

/** Where a thread's key says what it begins with. */
export const firstPageOf = (key: readonly unknown[] | undefined) =>
  key?.[threads.length + 1] as FirstPage | undefined

/** Posts one after the other, as they are cached: a thread so far or a page of it, or one's own that are pending. */
export type CachedPosts = InfiniteData<ThreadPage> | ThreadPage | Post[] | Schemas['MessageView']

/** The posts as they were fetched; see `postsIn` for their present state. */
export function fetchedPostsIn(rows: CachedPosts | undefined): Post[] {
  if (!rows || 'msg' in rows) return []
  if (Array.isArray(rows)) return rows
  if ('pages' in rows) return rows.pages.reduce<Post[]>((all, page) => all.concat(page.results), [])
  return rows.results
}

/** What to call a post. */
export const titleOf = ({ caption, author }: Pick<Post, 'caption' | 'author'>) =>
  caption || `A page by ${author.name || author.username}`

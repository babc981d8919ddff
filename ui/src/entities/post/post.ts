import type { InfiniteData } from '@tanstack/react-query'
import type { components } from '../../api/schema'

type Schemas = components['schemas']

export type Post = Schemas['PostView']
export type ThreadPage = Schemas['ThreadPage']
export type Topic = Schemas['TopicView']
/** Topic in the list of all topics, with its newest posts. */
export type ListedTopic = Schemas['ListedTopicView']

/** First posts of a list to show. */
export interface FirstPage {
  /** Page to begin with, from 1; without it, the newest post. */
  page?: number
  /** Number of posts to begin with. */
  count?: number | undefined
}

const all = ['posts']
const details = [...all, 'detail']
const allComments = [...all, 'comments']
const threads = [...all, 'thread']
const topicDetails = [...all, 'topic']

/** Query keys of posts; each plural is a prefix of its singular. */
export const postKeys = {
  all,
  details,
  detail: (id: string) => [...details, id],
  allComments,
  comments: (id: string) => [...allComments, id],
  pending: [...all, 'pending'],
  commented: [...all, 'commented'],
  threads,
  thread: (code: string) => [...threads, code],
  threadFrom: (code: string, { page }: FirstPage) => [...threads, code, page ? { page } : {}],
  topics: [...all, 'topics'],
  topicDetails,
  topic: (code: string) => [...topicDetails, code],
}

/** First page in the key of a thread. */
export const firstPageOf = (key: readonly unknown[] | undefined) =>
  key?.[threads.length + 1] as FirstPage | undefined

/** Cached lists of posts: a thread so far, one page of it, or the member's pending posts. */
export type CachedPosts = InfiniteData<ThreadPage> | ThreadPage | Post[] | Schemas['MessageView']

/** Posts as they were fetched; see `postsIn` for their current state. */
export function fetchedPostsIn(rows: CachedPosts | undefined): Post[] {
  if (!rows || 'msg' in rows) return []
  if (Array.isArray(rows)) return rows
  if ('pages' in rows) return rows.pages.reduce<Post[]>((all, page) => all.concat(page.results), [])
  return rows.results
}

/** Name of the author of a post, for labels of posts without a caption. */
export const authorOf = ({ author }: Pick<Post, 'author'>) => author.name || author.username

/** Title of a post: its caption, or one made of its author. */
export const titleOf = (post: Pick<Post, 'caption' | 'author'>) =>
  post.caption || `A page by ${authorOf(post)}`

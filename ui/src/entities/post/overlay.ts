import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isDeleting } from '../../api/use-undoable-delete'
import { createStore } from '../../lib/create-store'
import {
  type CachedPosts,
  fetchedPostsIn,
  firstPageOf,
  type ListedTopic,
  type Post,
  postKeys,
  type Topic,
} from './post'

/**
 * Newer states of fetched posts and topics, by fetched object: local changes and events. They are
 * laid over the object wherever it is shown, so that a page, the thread below it and the list of
 * pending posts always agree. A refetch makes new objects, which replace both. `null` marks a
 * removed post.
 */
const posts = new WeakMap<Post, Post | null>()
const topics = new WeakMap<Topic, Topic>()
/** Ids of the posts that were removed here. Lists of topics only have the ids of their posts. */
const removed = new Set<string>()

/** Number of changes so far. */
const version = createStore(0)

const currentPost = (post: Post) => {
  const newer = posts.get(post)
  return newer === undefined ? post : newer
}
const currentTopic = <T extends Topic>(topic: T) => (topics.get(topic) ?? topic) as T
const isPost = (post: Post | null): post is Post => post !== null

/** Posts in their current state, without removed ones. */
export const postsIn = (rows: CachedPosts | undefined): Post[] =>
  fetchedPostsIn(rows).map(currentPost).filter(isPost)

/** A page of a thread in its current state. */
export function currentPage<
  Page extends { results: Post[]; thread: { topic: Topic }; total: number },
>(page: Page): Page {
  const topic = currentTopic(page.thread.topic)
  const results = page.results.map(currentPost).filter(isPost)
  const total = Math.max(0, page.total + topic.postCount - page.thread.topic.postCount)
  return { ...page, results, thread: { ...page.thread, topic }, total }
}

/** Fetched data in its current state; rerenders with every change. */
export function useCurrent<Fetched, Current>(
  fetched: Fetched,
  apply: (fetched: Fetched) => Current,
): Current {
  const now = version.use()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the overlay has changed with the version.
  return useMemo(() => apply(fetched), [fetched, apply, now])
}

export const applyToPost = (post: Post | null) => post && currentPost(post)
export const applyToTopic = currentTopic
export const applyToTopics = (all: ListedTopic[]) =>
  all.map((topic) => withoutRemoved(currentTopic(topic)))

function withoutRemoved(topic: ListedTopic): ListedTopic {
  if (removed.size === 0) return topic
  return { ...topic, latest: topic.latest.filter(({ id }) => !removed.has(id)) }
}

/** All post objects in the cache. */
function fetchedPosts(queryClient: QueryClient): Post[] {
  const details = queryClient.getQueriesData<Post | null>({ queryKey: postKeys.details })
  const lists = [postKeys.pending, postKeys.threads].flatMap((queryKey) =>
    queryClient.getQueriesData<CachedPosts>({ queryKey }),
  )
  return [
    ...details.flatMap(([, post]) => post ?? []),
    ...lists.flatMap(([, rows]) => fetchedPostsIn(rows)),
  ]
}

/** All objects of a topic in the cache, except those in its posts. */
function fetchedTopics(queryClient: QueryClient, id: string): Topic[] {
  const lists = queryClient.getQueriesData<Topic | Topic[]>({ queryKey: postKeys.topics })
  const single = queryClient.getQueriesData<Topic>({ queryKey: postKeys.topicDetails })
  const threads = queryClient.getQueriesData<CachedPosts>({ queryKey: postKeys.threads })
  const ofThreads = threads.flatMap(([, rows]) =>
    rows && 'pages' in rows ? rows.pages.map(({ thread }) => thread.topic) : [],
  )
  return [...lists, ...single]
    .flatMap(([, found]) => found ?? [])
    .concat(ofThreads)
    .filter((topic) => topic.id === id)
}

const publish = () => version.set(version.get() + 1)

/** Changes one post wherever it is shown. */
export function updatePost(queryClient: QueryClient, id: string, change: (post: Post) => Post) {
  for (const fetched of fetchedPosts(queryClient).filter((post) => post.id === id)) {
    const post = currentPost(fetched)
    if (post) posts.set(fetched, change(post))
  }
  publish()
}

/** Removes a post from everything that shows it. Returns a function that restores it in its places. */
export function removePost(queryClient: QueryClient, post: Post): () => void {
  const before = fetchedPosts(queryClient)
    .filter(({ id }) => id === post.id)
    .map((fetched) => [fetched, currentPost(fetched)] as const)
  for (const [fetched] of before) posts.set(fetched, null)
  removed.add(post.id)
  recount(queryClient, post, -1)
  publish()
  return () => {
    for (const [fetched, state] of before) posts.set(fetched, state)
    removed.delete(post.id)
    recount(queryClient, post, 1)
    publish()
  }
}

/** Removes all posts of a member from everything that shows them. */
export function removePostsOf(queryClient: QueryClient, uid: string) {
  for (const post of fetchedPosts(queryClient)) if (post.uid === uid) posts.set(post, null)
  publish()
}

/** Updates the post count of a topic wherever it is shown. Pending posts are not counted. */
function recount(queryClient: QueryClient, { isActive, topicId }: Post, by: 1 | -1) {
  if (!isActive) return
  const count = (topic: Topic) => ({ ...topic, postCount: Math.max(0, topic.postCount + by) })
  for (const topic of new Set(fetchedTopics(queryClient, topicId))) {
    topics.set(topic, count(currentTopic(topic)))
  }
  for (const fetched of new Set(fetchedPosts(queryClient))) {
    const post = currentPost(fetched)
    if (post?.topic.id === topicId) posts.set(fetched, { ...post, topic: count(post.topic) })
  }
}

/**
 * Refetches what was fetched of a thread during a deletion or restoration, and its numbered pages,
 * whose posts have shifted. The latter wait for the last of several deletions.
 */
export function reconcileThread(queryClient: QueryClient, post: Post, there: boolean) {
  const isLast = !isDeleting(queryClient)
  return queryClient.invalidateQueries({
    queryKey: postKeys.thread(post.topic.code),
    predicate: ({ queryKey, state: { data, fetchStatus } }) =>
      (isLast && isNumbered(queryKey)) ||
      fetchStatus === 'fetching' ||
      postsIn(data as CachedPosts | undefined).some(({ id }) => id === post.id) !== there,
  })
}

const isNumbered = (key: QueryKey) => firstPageOf(key)?.page !== undefined

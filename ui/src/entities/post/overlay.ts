import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isDeleting } from '../../api/use-undoable-delete'
import { createStore } from '../../lib/create-store'
import {
  type CachedPosts,
  fetchedPostsIn,
  firstPageOf,
  type Post,
  postKeys,
  type Topic,
} from './post'

/**
 * Newer states of posts and topics than those that were fetched, by the fetched object: what this
 * browser has changed, or heard of. They are laid over the object wherever it is shown, so that a
 * page, the thread below it and the list of pending posts never disagree. What is fetched later is
 * another object, and takes the place of both. `null` stands for a post that was removed.
 */
const posts = new WeakMap<Post, Post | null>()
const topics = new WeakMap<Topic, Topic>()

/** Number of changes so far. */
const version = createStore(0)

const currentPost = (post: Post) => {
  const newer = posts.get(post)
  return newer === undefined ? post : newer
}
const currentTopic = (topic: Topic) => topics.get(topic) ?? topic
const isPost = (post: Post | null): post is Post => post !== null

/** The posts in their present state, without those that were removed. */
export const postsIn = (rows: CachedPosts | undefined): Post[] =>
  fetchedPostsIn(rows).map(currentPost).filter(isPost)

/** A page of a thread in its present state. */
export function currentPage<
  Page extends { results: Post[]; thread: { topic: Topic }; total: number },
>(page: Page): Page {
  const topic = currentTopic(page.thread.topic)
  const results = page.results.map(currentPost).filter(isPost)
  const total = Math.max(0, page.total + topic.postCount - page.thread.topic.postCount)
  return { ...page, results, thread: { ...page.thread, topic }, total }
}

/** Something fetched, in its present state; it is drawn anew with every change. */
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
export const applyToTopics = (all: Topic[]) => all.map(currentTopic)

/** All objects that stand for posts in the cache. */
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

/** All objects that stand for a topic in the cache, other than in its posts. */
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

/** Takes a post out of everything that shows it; answers how to put it back at its places. */
export function removePost(queryClient: QueryClient, post: Post): () => void {
  const before = fetchedPosts(queryClient)
    .filter(({ id }) => id === post.id)
    .map((fetched) => [fetched, currentPost(fetched)] as const)
  for (const [fetched] of before) posts.set(fetched, null)
  recount(queryClient, post, -1)
  publish()
  return () => {
    for (const [fetched, state] of before) posts.set(fetched, state)
    recount(queryClient, post, 1)
    publish()
  }
}

/** Takes all posts of a member out of everything that shows them. */
export function removePostsOf(queryClient: QueryClient, uid: string) {
  for (const post of fetchedPosts(queryClient)) if (post.uid === uid) posts.set(post, null)
  publish()
}

/** Counts the posts of a topic anew wherever they are shown. Pending posts are not counted. */
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
 * Fetches anew what was fetched of a thread while the server was told that a post goes or comes, and
 * its numbered pages, whose posts have moved. The latter wait for the last of several deletions.
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

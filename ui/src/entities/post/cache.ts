import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { isDeleting } from '../../api/use-undoable-delete'
import { type CachedPosts, firstPageOf, type Post, postKeys, postsIn, type Topic } from './post'

/**
 * Changes of posts, written into everything that is cached of them, so that a page, the thread below
 * it and the list of pending posts never disagree.
 */
const ROWS = [postKeys.pending, postKeys.threads]

type Change<Thing> = (thing: Thing) => Thing

/** `last` is for the end of what has been fetched. */
function mapPosts(
  rows: CachedPosts,
  change: (posts: Post[], last: boolean) => Post[],
): CachedPosts {
  if ('msg' in rows) return rows
  if (Array.isArray(rows)) return change(rows, true)
  if ('results' in rows) return { ...rows, results: change(rows.results, true) }
  const last = rows.pages.length - 1
  const pages = rows.pages.map((page, index) => ({
    ...page,
    results: change(page.results, index === last),
  }))
  return { ...rows, pages }
}

function changeRows(queries: QueryClient, change: Change<CachedPosts>) {
  for (const queryKey of ROWS) {
    queries.setQueriesData<CachedPosts>({ queryKey }, (rows) => rows && change(rows))
  }
}

function changePosts(queries: QueryClient, change: Change<Post>) {
  queries.setQueriesData<Post | null>(
    { queryKey: postKeys.details },
    (post) => post && change(post),
  )
  changeRows(queries, (rows) => mapPosts(rows, (posts) => posts.map(change)))
}

/** Changes one post wherever it is shown. */
export const updatePost = (queries: QueryClient, id: string, change: Change<Post>) =>
  changePosts(queries, (post) => (post.id === id ? change(post) : post))

/** Takes a post out of everything that shows it; answers how to put it back at its places. */
export function removePost(queries: QueryClient, post: Post): () => void {
  const places = ROWS.map((queryKey) => queries.getQueriesData<CachedPosts>({ queryKey })).reduce(
    (all, some) => all.concat(some),
  )
  const one = postKeys.detail(post.id)
  queries.setQueryData<Post | null>(one, (before) => before && null)
  changeRows(queries, (rows) => mapPosts(rows, (posts) => posts.filter(({ id }) => id !== post.id)))
  recount(queries, post, -1)
  return () => {
    queries.setQueryData<Post | null>(one, (before) => (before === null ? post : before))
    for (const [queryKey, before] of places) {
      queries.setQueryData<CachedPosts>(queryKey, (rows) => rows && insert(rows, post, before))
    }
    recount(queries, post, 1)
  }
}

/** Takes all posts of a member out of everything that shows them. */
export function removePostsOf(queries: QueryClient, uid: string) {
  queries.setQueriesData<Post | null>({ queryKey: postKeys.details }, (post) =>
    post?.uid === uid ? null : post,
  )
  changeRows(queries, (rows) => mapPosts(rows, (posts) => posts.filter((post) => post.uid !== uid)))
}

/** Inserts a post into the place where it was, by its neighbours: other posts may have come or gone since. */
function insert(rows: CachedPosts, post: Post, before: CachedPosts | undefined): CachedPosts {
  const order = postsIn(before).map(({ id }) => id)
  const there = postsIn(rows)
  const place = order.indexOf(post.id)
  if (place < 0 || there.some(({ id }) => id === post.id)) return rows
  const next = findNext(there, post, order.slice(0, place), order.slice(place + 1))
  return mapPosts(rows, (posts, last) => {
    const index = posts.findIndex(({ id }) => id === next)
    if (index >= 0) return [...posts.slice(0, index), post, ...posts.slice(index)]
    return last && next === undefined ? [...posts, post] : posts
  })
}

/** Finds the id of the post that comes after this one; nothing at the end. Where all its neighbours have gone, its age decides. */
function findNext(there: Post[], post: Post, newer: string[], older: string[]) {
  const indexOf = (id: string) => there.findIndex((each) => each.id === id)
  const follower = older.find((id) => indexOf(id) >= 0)
  if (follower) return follower
  const leader = newer.reverse().find((id) => indexOf(id) >= 0)
  if (leader) return there[indexOf(leader) + 1]?.id
  return there.find(({ createdAt }) => createdAt._seconds <= post.createdAt._seconds)?.id
}

/** What is pending is not counted. */
function recount(queries: QueryClient, { isActive, topicId }: Post, by: 1 | -1) {
  if (!isActive) return
  const count = (topic: Topic) =>
    topic.id === topicId ? { ...topic, postCount: Math.max(0, topic.postCount + by) } : topic
  changePosts(queries, (post) => ({ ...post, topic: count(post.topic) }))
  queries.setQueriesData<Topic | Topic[]>({ queryKey: postKeys.topics }, (topics) =>
    Array.isArray(topics) ? topics.map(count) : topics && count(topics),
  )
  queries.setQueriesData<CachedPosts>(
    { queryKey: postKeys.threads },
    (rows) => rows && countThread(rows),
  )

  function countThread(rows: CachedPosts): CachedPosts {
    if ('pages' in rows) return { ...rows, pages: rows.pages.map(countPage) }
    return 'results' in rows ? countPage(rows) : rows
  }
  function countPage<Page extends { thread: { topic: Topic }; total: number }>(page: Page): Page {
    const topic = count(page.thread.topic)
    const total = Math.max(0, page.total + topic.postCount - page.thread.topic.postCount)
    return { ...page, thread: { ...page.thread, topic }, total }
  }
}

/**
 * Fetches anew what was fetched of a thread while the server was told that a post goes or comes, and
 * its numbered pages, whose posts have moved. The latter wait for the last of several deletions.
 */
export function reconcileThread(queries: QueryClient, post: Post, there: boolean) {
  const isLast = !isDeleting(queries)
  return queries.invalidateQueries({
    queryKey: postKeys.thread(post.topic.code),
    predicate: ({ queryKey, state: { data, fetchStatus } }) =>
      (isLast && isNumbered(queryKey)) ||
      fetchStatus === 'fetching' ||
      postsIn(data as CachedPosts | undefined).some(({ id }) => id === post.id) !== there,
  })
}

const isNumbered = (key: QueryKey) => firstPageOf(key)?.page !== undefined

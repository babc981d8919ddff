import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, call } from '../../api/client'
import type { components } from '../../api/schema'
import { useDisplay } from '../../lib/display'
import { paths } from '../../paths'
import { postsIn, updatePost } from './overlay'
import { type CachedPosts, postKeys } from './post'

type ChangedPosts = components['schemas']['ChangedPosts']

/** Delay before reconnecting after the browser has given up, in milliseconds. */
const RECONNECT_DELAY_MS = 15_000

/**
 * Applies changes that others make in a thread while the page is visible. Off on paper display,
 * where every change refreshes the whole screen.
 */
export function useLiveThread(code: string | undefined) {
  const queryClient = useQueryClient()
  const isPaused = useDisplay() === 'paper'
  useEffect(() => {
    if (code === undefined || isPaused || typeof EventSource === 'undefined') return
    return watch(code, (pids) => scheduleRefetch(queryClient, code, pids))
  }, [queryClient, code, isPaused])
}

/**
 * Calls back with the ids of changed posts, or with none when changes may have been missed. Hidden
 * pages disconnect: on plain http a browser has six connections for all its tabs.
 */
function watch(code: string, onChange: (pids: string[]) => void): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let wasAway = false
  const open = () => {
    const opened = new EventSource(paths.liveThread(code))
    source = opened
    opened.onopen = () => {
      if (wasAway) onChange([])
      wasAway = false
    }
    opened.onmessage = ({ data }) => onChange((JSON.parse(data) as ChangedPosts).pids)
    opened.onerror = () => {
      wasAway = true
      if (opened.readyState === EventSource.CLOSED) timer = setTimeout(open, RECONNECT_DELAY_MS)
    }
  }
  const close = () => {
    clearTimeout(timer)
    source?.close()
    source = undefined
  }
  const follow = () => {
    if (document.hidden) {
      wasAway = true
      close()
    } else if (!source) open()
  }
  document.addEventListener('visibilitychange', follow)
  follow()
  return () => {
    document.removeEventListener('visibilitychange', follow)
    close()
  }
}

/** Longest random delay before a refetch, in milliseconds: spreads the requests of all readers. */
const MAX_JITTER_MS = 500
/**
 * Delay before trying again while a mutation is in progress, in milliseconds: a response from
 * before it would revert the optimistic update.
 */
const MUTATION_RETRY_DELAY_MS = 1_000
/** Number of changed posts above which the whole list is refetched. */
const MAX_SINGLE_FETCHES = 3

function scheduleRefetch(queryClient: QueryClient, code: string, pids: string[]) {
  const later = queryClient.isMutating() > 0
  setTimeout(
    () => (later ? scheduleRefetch(queryClient, code, pids) : refetch(queryClient, code, pids)),
    later ? MUTATION_RETRY_DELAY_MS : Math.random() * MAX_JITTER_MS,
  )
}

async function refetch(queryClient: QueryClient, code: string, pids: string[]) {
  const matches = ([, , id]: readonly unknown[]) => pids.length === 0 || pids.includes(String(id))
  queryClient.invalidateQueries({
    queryKey: postKeys.allComments,
    predicate: (query) => matches(query.queryKey),
  })
  const areShown = pids.length > 0 && pids.every((pid) => isShown(queryClient, pid))
  if (areShown && pids.length <= MAX_SINGLE_FETCHES) {
    const refetched = await Promise.all(pids.map((pid) => refetchPost(queryClient, pid)))
    if (refetched.every(Boolean)) return
  }
  queryClient.invalidateQueries({
    queryKey: postKeys.details,
    predicate: (query) => matches(query.queryKey),
  })
  for (const queryKey of [postKeys.thread(code), postKeys.topic(code), postKeys.topics]) {
    queryClient.invalidateQueries({ queryKey })
  }
}

const isShown = (queryClient: QueryClient, pid: string) =>
  queryClient
    .getQueriesData<CachedPosts>({ queryKey: postKeys.threads })
    .some(([, rows]) => postsIn(rows).some(({ id }) => id === pid))

/** Fetches one post and updates it wherever it is shown. Returns whether it still exists. */
async function refetchPost(queryClient: QueryClient, id: string): Promise<boolean> {
  const post = await call(api.GET('/api/posts/{id}', { params: { path: { id } } })).catch(
    () => null,
  )
  if (post) updatePost(queryClient, id, () => post)
  return post !== null
}

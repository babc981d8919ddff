import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, call } from '../../api/client'
import type { components } from '../../api/schema'
import { useDisplay } from '../../lib/display'
import { paths } from '../../paths'
import { postsIn, updatePost } from './overlay'
import { type CachedPosts, postKeys } from './post'

type ChangedPosts = components['schemas']['ChangedPosts']

/** A browser gives up for good when it is sent away; we do not. In milliseconds. */
const RECONNECT_DELAY_MS = 15_000

/**
 * Shows what others do in a thread as it happens, while somebody looks at it. Paper display stands
 * still: what moves by itself there costs a flash of the whole page.
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
 * Calls back with the posts that changed; with none when some may have been missed. A page that nobody
 * looks at does not watch: on plain http a browser has six connections for all its tabs.
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

/** Not everybody who watches asks at the same moment. In milliseconds, at most. */
const MAX_JITTER_MS = 500
/** What somebody has just done here is shown before the server has it: an answer from before would take it away. */
const MUTATION_RETRY_DELAY_MS = 1_000
/** With more of them, the list is asked for as a whole. */
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

/** Fetches one post and writes it wherever it is shown; answers whether it is still there. */
async function refetchPost(queryClient: QueryClient, id: string): Promise<boolean> {
  const post = await call(api.GET('/api/posts/{id}', { params: { path: { id } } })).catch(
    () => null,
  )
  if (post) updatePost(queryClient, id, () => post)
  return post !== null
}

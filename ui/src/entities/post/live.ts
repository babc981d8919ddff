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
const AGAIN_AFTER = 15_000

/**
 * Shows what others do in a thread as it happens, while somebody looks at it. Paper display stands
 * still: what moves by itself there costs a flash of the whole page.
 */
export function useLiveThread(code: string | undefined) {
  const queries = useQueryClient()
  const stands = useDisplay() === 'paper'
  useEffect(() => {
    if (code === undefined || stands || typeof EventSource === 'undefined') return
    return watch(code, (pids) => renew(queries, code, pids))
  }, [queries, code, stands])
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
      if (opened.readyState === EventSource.CLOSED) timer = setTimeout(open, AGAIN_AFTER)
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
const APART = 500
/** What somebody has just done here is shown before the server has it: an answer from before would take it away. */
const WHILE_SENDING = 1_000
/** With more of them, the list is asked for as a whole. */
const ONE_BY_ONE = 3

function renew(queries: QueryClient, code: string, pids: string[]) {
  const later = queries.isMutating() > 0
  setTimeout(
    () => (later ? renew(queries, code, pids) : fetchAnew(queries, code, pids)),
    later ? WHILE_SENDING : Math.random() * APART,
  )
}

async function fetchAnew(queries: QueryClient, code: string, pids: string[]) {
  const isMeant = ([, , id]: readonly unknown[]) => pids.length === 0 || pids.includes(String(id))
  queries.invalidateQueries({
    queryKey: postKeys.allComments,
    predicate: (query) => isMeant(query.queryKey),
  })
  const areShown = pids.length > 0 && pids.every((pid) => isShown(queries, pid))
  if (areShown && pids.length <= ONE_BY_ONE) {
    const renewed = await Promise.all(pids.map((pid) => renewPost(queries, pid)))
    if (renewed.every(Boolean)) return
  }
  queries.invalidateQueries({
    queryKey: postKeys.details,
    predicate: (query) => isMeant(query.queryKey),
  })
  for (const queryKey of [postKeys.thread(code), postKeys.topic(code), postKeys.topics]) {
    queries.invalidateQueries({ queryKey })
  }
}

const isShown = (queries: QueryClient, pid: string) =>
  queries
    .getQueriesData<CachedPosts>({ queryKey: postKeys.threads })
    .some(([, rows]) => postsIn(rows).some(({ id }) => id === pid))

/** Fetches one post and writes it wherever it is shown; answers whether it is still there. */
async function renewPost(queries: QueryClient, id: string): Promise<boolean> {
  const post = await call(api.GET('/api/posts/{id}', { params: { path: { id } } })).catch(
    () => null,
  )
  if (post) updatePost(queries, id, () => post)
  return post !== null
}

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useDisplay } from '../lib/display'
import { paths } from '../paths'
import { COMMENTS, ONE, POSTS, THREAD, TOPICS } from './posts'
import type { components } from './schema'

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

/** Calls back with the posts that changed; with none when some may have been missed. */
function watch(code: string, onChange: (pids: string[]) => void): () => void {
  let source: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined
  let wasAway = false
  const open = () => {
    source = new EventSource(paths.liveThread(code))
    source.onopen = () => {
      if (wasAway) onChange([])
      wasAway = false
    }
    source.onmessage = ({ data }) => onChange((JSON.parse(data) as ChangedPosts).pids)
    source.onerror = () => {
      wasAway = true
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, AGAIN_AFTER)
    }
  }
  open()
  return () => {
    clearTimeout(timer)
    source.close()
  }
}

/** What somebody has just done here is shown before the server has it: an answer from before would take it away. */
const WHILE_SENDING = 1_000

function renew(queries: QueryClient, code: string, pids: string[]) {
  if (queries.isMutating() > 0) {
    setTimeout(() => renew(queries, code, pids), WHILE_SENDING)
    return
  }
  const isShown = ([, , id]: readonly unknown[]) => pids.length === 0 || pids.includes(String(id))
  queries.invalidateQueries({ queryKey: [...THREAD, code] })
  queries.invalidateQueries({ queryKey: [...POSTS, 'topic', code] })
  queries.invalidateQueries({ queryKey: TOPICS })
  for (const queryKey of [ONE, COMMENTS]) {
    queries.invalidateQueries({ queryKey, predicate: (query) => isShown(query.queryKey) })
  }
}

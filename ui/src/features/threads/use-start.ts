import { useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { threadFrom } from '../../api/threads'
import { at } from '../../lib/base'
import { useDisplay } from '../../lib/display'
import { useThreadState } from '../../lib/thread-behind'
import { paths } from '../../paths'

/**
 * After which post the list begins; without one, at the newest. The address says how far it was
 * read, so that a reload resumes there. The history says where it began, so that whoever comes back
 * finds all the cards, for as long as they are still in memory.
 */
export function useStart(code: string): string | undefined {
  const queries = useQueryClient()
  const { start } = useThreadState()
  const after = useSearchParams()[0].get('after') ?? undefined
  if (start === undefined) return after
  const kept = start ?? undefined
  return queries.getQueryData(threadFrom(code, { after: kept }).queryKey) ? kept : after
}

/** Which page of a thread paper display shows. */
export function usePageNumber(): number {
  const behind = useThreadState().page
  const page = useSearchParams()[0].get('page') ?? behind
  return Math.max(1, Number(page) || 1)
}

/** What is shown first, on this display. */
export function useFirstPage(code: string) {
  const onPaper = useDisplay() === 'paper'
  const after = useStart(code)
  const page = usePageNumber()
  return onPaper ? { page } : { after }
}

/** Writes into the address how far the list was read. */
export function keepPlace(code: string, start: string | undefined, after: string) {
  const { history } = window
  const state = { ...history.state, start: start ?? null }
  history.replaceState(state, '', at(paths.thread(code, { after })))
}

import { useSearchParams } from 'wouter'
import type { FirstPage } from '../../entities/post/post'
import { useThreadState } from '../../lib/background-thread'
import { useDisplay } from '../../lib/display'

/** Beyond any thread's last page, which is shown instead. */
const MAX_PAGE = 1_000_000

/** Which page of a thread paper display shows. */
export function usePageNumber(): number {
  const behind = useThreadState().page
  const page = useSearchParams()[0].get('page') ?? behind
  return Math.min(Math.max(1, Math.trunc(Number(page)) || 1), MAX_PAGE)
}

/** The posts of a thread to fetch first: on a reload, as many as were shown before it. */
export function useFirstPage(): FirstPage {
  const onPaper = useDisplay() === 'paper'
  const { shown } = useThreadState()
  const page = usePageNumber()
  return onPaper ? { page } : { count: shown }
}

/** Writes the number of posts that are shown into the history, where a reload finds it. */
export function saveShown(shown: number) {
  window.history.replaceState({ ...window.history.state, shown }, '')
}

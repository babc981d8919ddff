import { useSearchParams } from 'wouter'
import type { FirstPage } from '../../entities/post/post'
import { useThreadState } from '../../lib/background-thread'
import { useDisplay } from '../../lib/display'
import { parsePageNumber } from '../../lib/page-number'

/** Beyond the last page of any thread; the last page is shown instead. */
const MAX_PAGE = 1_000_000

/** Number of the page of a thread on paper display. */
export function usePageNumber(): number {
  const behind = useThreadState().page
  const page = useSearchParams()[0].get('page') ?? behind
  return Math.min(parsePageNumber(page), MAX_PAGE)
}

/** Posts of a thread to fetch first: after a reload, as many as were shown before. */
export function useFirstPage(): FirstPage {
  const onPaper = useDisplay() === 'paper'
  const { shown } = useThreadState()
  const page = usePageNumber()
  return onPaper ? { page } : { count: shown }
}

/** Saves the number of shown posts in the history, for a reload. */
export function saveShown(shown: number) {
  window.history.replaceState({ ...window.history.state, shown }, '')
}

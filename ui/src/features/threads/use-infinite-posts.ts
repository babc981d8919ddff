import { useEffect, useEffectEvent, useRef } from 'react'
import { postsIn } from '../../api/posts'
import { PAGE_SIZE, type useThread } from '../../api/threads'
import { useIsDeleting } from '../../api/use-undoable-delete'
import { announce } from '../../lib/announce'
import { useBackgroundThread } from '../../lib/background-thread'
import { formatNumber } from '../../lib/numbers'
import { saveShown } from './use-first-page'
import { canWatch, useNearEnd } from './use-near-end'

/** Number of posts that load by scrolling; the foot of the page must stay within reach. */
const MAX_BY_SCROLLING = 60

const wordsFor = (more: number, shown: number) =>
  more > 0
    ? `${more} more ${more === 1 ? 'post' : 'posts'}, ${formatNumber(shown)} shown`
    : 'There are no more posts.'

/**
 * Loads the next posts of a thread, announces them, and saves how many are shown for a reload. When
 * all that were shown are deleted, the rest is loaded without scrolling.
 */
export function useInfinitePosts(thread: ReturnType<typeof useThread>) {
  const end = useRef<HTMLDivElement>(null)
  const isCovered = useBackgroundThread() !== undefined
  const { data, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError } = thread
  // The server would still list what it is being told to delete.
  const isDeleting = useIsDeleting()
  const shown = postsIn(data).length
  const isEmptied = shown === 0 && hasNextPage
  const canLoad = hasNextPage && !isFetching && !isDeleting
  const isByButton = shown >= MAX_BY_SCROLLING || isFetchNextPageError || !canWatch()

  const load = async () => {
    const { data: now = data, isError, hasNextPage: hasMore } = await thread.fetchNextPage()
    const all = postsIn(now).length
    // Nothing has come where a newer request has replaced this one.
    if (isError || (all === shown && hasMore)) return
    announce(wordsFor(all - shown, all))
  }

  useEffect(() => {
    if (shown > PAGE_SIZE && !isCovered) saveShown(shown)
  }, [shown, isCovered])

  const loadLeft = useEffectEvent(load)
  useEffect(() => {
    if (isEmptied && canLoad && !isFetchNextPageError) void loadLeft()
  }, [isEmptied, canLoad, isFetchNextPageError])

  useNearEnd(end, canLoad && !isEmptied && !isByButton && !isCovered, load)
  return {
    end,
    load,
    isLoading: isFetchingNextPage || (isEmptied && !isFetchNextPageError),
    isByButton: hasNextPage && isByButton,
    hasFailed: isFetchNextPageError,
  }
}

import { useEffect, useRef } from 'react'
import { postsIn } from '../../api/posts'
import { PAGE_SIZE, type useThread } from '../../api/threads'
import { announce } from '../../lib/announce'
import { withCommas } from '../../lib/numbers'
import { useThreadBehind } from '../../lib/thread-behind'
import { saveShown } from './use-first-page'
import { canWatch, useNearEnd } from './use-near-end'

/** Number of posts that load by scrolling; the foot of the page must stay within reach. */
const MAX_BY_SCROLLING = 60

const wordsFor = (more: number, shown: number) =>
  more > 0
    ? `${more} more ${more === 1 ? 'post' : 'posts'}, ${withCommas(shown)} shown`
    : 'There are no more posts.'

/** Loads the next posts of a thread, announces them, and saves how many are shown for a reload. */
export function useMore(thread: ReturnType<typeof useThread>) {
  const end = useRef<HTMLDivElement>(null)
  const isCovered = useThreadBehind() !== undefined
  const { data, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError } = thread
  const shown = postsIn(data).length
  const isByButton = shown >= MAX_BY_SCROLLING || isFetchNextPageError || !canWatch()

  const load = async () => {
    const { data: now = data, isError } = await thread.fetchNextPage()
    if (isError) return
    const all = postsIn(now).length
    announce(wordsFor(all - shown, all))
  }

  useEffect(() => {
    if (shown > PAGE_SIZE && !isCovered) saveShown(shown)
  }, [shown, isCovered])

  useNearEnd(end, hasNextPage && !isFetching && !isByButton && !isCovered, load)
  return {
    end,
    load,
    isLoading: isFetchingNextPage,
    isByButton: hasNextPage && isByButton,
    hasFailed: isFetchNextPageError,
  }
}

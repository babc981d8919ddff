import { useRef } from 'react'
import { postsIn } from '../../api/posts'
import type { useThread } from '../../api/threads'
import { announce } from '../../lib/announce'
import { withCommas } from '../../lib/numbers'
import { useThreadBehind } from '../../lib/thread-behind'
import { canWatch, useNearEnd } from './use-near-end'
import { keepPlace } from './use-start'

/** So many times more posts come by themselves: the end of the page must be reachable. */
const MOST_BY_THEMSELVES = 5

const wordsFor = (more: number, shown: number) =>
  more > 0
    ? `${more} more ${more === 1 ? 'post' : 'posts'}, ${withCommas(shown)} shown`
    : 'There are no more posts.'

/** Brings the next posts of a thread, tells of it, and keeps in the address how far one has come. */
export function useMore(
  code: string,
  start: string | undefined,
  thread: ReturnType<typeof useThread>,
) {
  const end = useRef<HTMLDivElement>(null)
  const isCovered = useThreadBehind() !== undefined
  const { data, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError } = thread
  const loads = data.pages.length - 1
  const isByButton = loads >= MOST_BY_THEMSELVES || isFetchNextPageError || !canWatch()

  const load = async () => {
    const here = window.location.pathname
    const before = postsIn(data)
    const { data: now = data, isError } = await thread.fetchNextPage()
    if (isError) return
    const shown = postsIn(now).length
    announce(wordsFor(shown - before.length, shown))
    const after = before[before.length - 1]?.id
    // Somebody who has gone on meanwhile keeps the address that they went to.
    if (after && window.location.pathname === here) keepPlace(code, start, after)
  }

  useNearEnd(end, hasNextPage && !isFetching && !isByButton && !isCovered, load)
  return {
    end,
    load,
    isLoading: isFetchingNextPage,
    isByButton: hasNextPage && isByButton,
    hasFailed: isFetchNextPageError,
  }
}

import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useIsDeleting } from '../../api/use-undoable-delete'
import { postsIn } from '../../entities/post/overlay'
import { PAGE_SIZE, useThread } from '../../entities/post/queries'
import { announce } from '../../lib/announce'
import { useBackgroundThread, useThreadState } from '../../lib/background-thread'
import { formatNumber, plural } from '../../lib/format'
import { useSavedScroll } from '../../lib/scroll-and-focus'
import { canTellInView, useInView } from '../../lib/use-in-view'
import { Button } from '../../ui/Button'
import styles from './Feed.module.css'
import { CardSkeletons, PostCard } from './PostCard'
import { EmptyThread, PostGrid } from './PostGrid'
import { saveShown } from './use-first-page'

/** Posts that load on scrolling up to a limit; then a button loads more. */
export function InfiniteFeed({ code }: { code: string }) {
  const thread = useThread(code, useThreadState().shown)
  const { end, load, isLoading, isByButton, hasFailed } = useInfinitePosts(thread)
  const posts = postsIn(thread.data)
  useSavedScroll()
  const topic = thread.data.pages[0]?.thread.topic
  if (topic && posts.length === 0 && !thread.hasNextPage) return <EmptyThread topic={topic} />
  return (
    <div className="stack">
      <PostGrid>
        {posts.map((post) => (
          <li key={post.id}>
            <PostCard post={post} place={{ shown: posts.length }} />
          </li>
        ))}
        {isLoading && <CardSkeletons />}
      </PostGrid>
      <div ref={end} className={styles.end}>
        {hasFailed && <p role="alert">More posts could not be loaded.</p>}
        {isByButton && (
          // Not `busy`: the focus would be lost from a button that can be clicked repeatedly.
          <Button aria-disabled={isLoading || undefined} onClick={() => isLoading || load()}>
            {hasFailed ? 'Try again' : 'Show more'}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Number of posts that load by scrolling, so that the footer stays within reach. */
const MAX_AUTO_LOADED = 60

const formatLoaded = (more: number, shown: number) =>
  more > 0
    ? plural(more, '1 more post, {shown} shown', '# more posts, {shown} shown', {
        shown: formatNumber(shown),
      })
    : 'There are no more posts.'

/**
 * Loads the next posts of a thread, announces them, and saves the number of shown posts for a
 * reload. If all of them are deleted, the rest loads without scrolling.
 */
function useInfinitePosts(thread: ReturnType<typeof useThread>) {
  const end = useRef<HTMLDivElement>(null)
  const isCovered = useBackgroundThread() !== undefined
  const { data, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError } = thread
  // The server would still list posts whose deletion is in progress.
  const isDeleting = useIsDeleting()
  const shown = postsIn(data).length
  const isEmptied = shown === 0 && hasNextPage
  const canLoad = hasNextPage && !isFetching && !isDeleting
  const isByButton = shown >= MAX_AUTO_LOADED || isFetchNextPageError || !canTellInView()

  const load = async () => {
    const { data: now = data, isError, hasNextPage: hasMore } = await thread.fetchNextPage()
    const all = postsIn(now).length
    // Nothing was loaded because a newer request replaced this one.
    if (isError || (all === shown && hasMore)) return
    announce(formatLoaded(all - shown, all))
  }

  useEffect(() => {
    if (shown > PAGE_SIZE && !isCovered) saveShown(shown)
  }, [shown, isCovered])

  const loadLeft = useEffectEvent(load)
  useEffect(() => {
    if (isEmptied && canLoad && !isFetchNextPageError) void loadLeft()
  }, [isEmptied, canLoad, isFetchNextPageError])

  useInfiniteScroll(end, canLoad && !isEmptied && !isByButton && !isCovered, load)
  return {
    end,
    load,
    isLoading: isFetchingNextPage || (isEmptied && !isFetchNextPageError),
    isByButton: hasNextPage && isByButton,
    hasFailed: isFetchNextPageError,
  }
}

/** Minimum time between two loads while scrolling, in milliseconds. */
const MIN_LOAD_INTERVAL_MS = 2_000

/** Calls `load` when an element comes near the window. */
export function useInfiniteScroll(
  end: RefObject<Element | null>,
  active: boolean,
  load: () => void,
) {
  const last = useRef(Number.NEGATIVE_INFINITY)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const loadNow = () => {
    last.current = Date.now()
    load()
  }
  useInView(end, active, (inView) => {
    clearTimeout(timer.current)
    if (!inView) return
    timer.current = setTimeout(
      loadNow,
      Math.max(0, last.current + MIN_LOAD_INTERVAL_MS - Date.now()),
    )
  })
}

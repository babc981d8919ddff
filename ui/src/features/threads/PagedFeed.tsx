import { useDeferredValue, useEffect, useRef } from 'react'
import { useIsDeleting } from '../../api/use-undoable-delete'
import { PAGE_SIZE, useThreadPage } from '../../entities/post/queries'
import { paths } from '../../paths'
import { Button } from '../../ui/Button'
import { PageRedirect } from '../../ui/PageRedirect'
import { Pager } from '../../ui/Pager'
import styles from './Feed.module.css'
import { CardSkeletons, PostCard } from './PostCard'
import { EmptyThread, LoadingPosts, PostGrid } from './PostGrid'
import { usePageNumber } from './use-first-page'

/** Posts on paper display, with pages to turn. */
export function PagedFeed({ code }: { code: string }) {
  const wanted = usePageNumber()
  // The previous page stays until the next one is fetched: one refresh, and the button keeps its
  // focus.
  const page = useDeferredValue(wanted)
  const before = useRef(page)
  const { thread, isFetching, isError, refetch } = useThreadPage(code, page)
  const isDeleting = useIsDeleting()

  useEffect(() => {
    if (before.current !== page) window.scrollTo(0, 0)
    before.current = page
  }, [page])

  if (!thread) return null
  const { results, total, isEnd } = thread
  if (total === 0 || (isEnd && page === 1)) return <EmptyThread topic={thread.thread.topic} />
  const pages = Math.ceil(total / PAGE_SIZE)
  const last = isEnd ? Math.min(page - 1, pages) : pages
  // The page no longer exists: its posts were deleted, or the link is old.
  if (page > last) {
    return (
      <PageRedirect to={paths.thread(code, { page: last })}>
        <LoadingPosts />
      </PageRedirect>
    )
  }
  // All posts of the page are deleted; those of the next pages move up.
  const isEmptied = results.length === 0
  const isLoading = isEmptied && (isFetching || isDeleting)
  const hasFailed = isEmptied && (isError || !isLoading)
  return (
    <div className="stack">
      <PostGrid>
        {results.map((post) => (
          <li key={post.id}>
            <PostCard post={post} place={{ page }} />
          </li>
        ))}
        {isLoading && <CardSkeletons />}
      </PostGrid>
      {hasFailed && (
        <div className={styles.end}>
          <p role="alert">More posts could not be loaded.</p>
          <Button aria-disabled={isLoading || undefined} onClick={() => isLoading || refetch()}>
            Try again
          </Button>
        </div>
      )}
      <Pager page={page} pages={pages} href={(to) => paths.thread(code, { page: to })} keys />
    </div>
  )
}

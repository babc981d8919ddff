import { useDeferredValue, useEffect, useRef } from 'react'
import { Redirect } from 'wouter'
import { PAGE_SIZE, useThreadPage } from '../../api/threads'
import { paths } from '../../paths'
import { Pager } from '../../ui/Pager'
import { EmptyThread } from './EmptyThread'
import { PostCard } from './PostCard'
import { PostGrid } from './PostGrid'
import { usePageNumber } from './use-first-page'

/** On paper display nothing comes by itself: posts are turned like pages. */
export function PagedFeed({ code }: { code: string }) {
  const wanted = usePageNumber()
  // The page before stays until the next one is there: one refresh, and the button keeps its focus.
  const page = useDeferredValue(wanted)
  const before = useRef(page)
  const thread = useThreadPage(code, page)

  useEffect(() => {
    if (before.current !== page) window.scrollTo(0, 0)
    before.current = page
  }, [page])

  if (!thread) return null
  const { results, total } = thread
  if (total === 0) return <EmptyThread topic={thread.thread.topic} />
  const pages = Math.ceil(total / PAGE_SIZE)
  // Its posts are gone: somebody has deleted them, or the link is old.
  if (page > pages) return <Redirect to={paths.thread(code, { page: pages })} replace />
  return (
    <div className="stack">
      <PostGrid>
        {results.map((post) => (
          <li key={post.id}>
            <PostCard post={post} place={{ page }} />
          </li>
        ))}
      </PostGrid>
      <Pager page={page} pages={pages} href={(to) => paths.thread(code, { page: to })} keys />
    </div>
  )
}

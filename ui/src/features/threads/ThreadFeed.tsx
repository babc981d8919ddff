import { Suspense } from 'react'
import { useDisplay } from '../../lib/display'
import { InfiniteFeed } from './InfiniteFeed'
import { LoadingPosts } from './LoadingPosts'
import { PagedFeed } from './PagedFeed'

/** The posts of a thread: on a screen they go on, on paper display they are turned page by page. */
export function ThreadFeed({ code }: { code: string }) {
  const onPaper = useDisplay() === 'paper'
  return (
    <Suspense fallback={<LoadingPosts />}>
      {onPaper ? <PagedFeed code={code} /> : <InfiniteFeed code={code} />}
    </Suspense>
  )
}

import { Suspense } from 'react'
import { useDisplay } from '../../lib/display'
import { CardSkeletons } from './CardSkeletons'
import { EndlessFeed } from './EndlessFeed'
import { PagedFeed } from './PagedFeed'
import { PostGrid } from './PostGrid'

/** The posts of a thread: on a screen they go on, on paper display they are turned page by page. */
export function ThreadFeed({ code }: { code: string }) {
  const onPaper = useDisplay() === 'paper'
  return (
    <Suspense
      fallback={
        <PostGrid>
          <CardSkeletons />
        </PostGrid>
      }
    >
      {onPaper ? <PagedFeed code={code} /> : <EndlessFeed code={code} />}
    </Suspense>
  )
}

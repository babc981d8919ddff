import { Suspense } from 'react'
import { useBackgroundThread } from '../../lib/background-thread'
import { PostPage } from './PostPage'
import { PostPreview } from './PostPreview'
import { ThreadPage } from './ThreadPage'

interface ThreadRouteProps {
  /** Code of the thread at this address. */
  code?: string
  /** Id of the post at this address. */
  id?: string
}

/**
 * A thread, and a post that was opened from it in a dialog above. One component, so that the thread
 * keeps its cards and its scroll position while posts open and close. A post that was opened
 * elsewhere has a page of its own.
 */
export function ThreadRoute({ code, id }: ThreadRouteProps) {
  const behind = useBackgroundThread()
  const thread = code ?? behind
  if (thread === undefined) return id === undefined ? null : <PostPage id={id} />
  return (
    <>
      <ThreadPage key={thread} code={thread} />
      {id !== undefined && (
        <Suspense fallback={null}>
          <PostPreview code={thread} id={id} />
        </Suspense>
      )}
    </>
  )
}

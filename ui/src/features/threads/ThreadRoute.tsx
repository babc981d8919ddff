import { Suspense } from 'react'
import { useBackgroundThread } from '../../lib/background-thread'
import { PostPage } from './PostPage'
import { PostPreview } from './PostPreview'
import { ThreadPage } from './ThreadPage'

interface ThreadRouteProps {
  /** Of the thread at this address, or ... */
  code?: string
  /** ... of the post. */
  id?: string
}

/**
 * A thread, and a post that was opened from it above: one place, so that the thread keeps its cards and
 * its scroll while posts come and go. A post that was not opened from a thread has a page of its own.
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

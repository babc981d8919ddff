import { postsIn } from '../../api/posts'
import { useThread } from '../../api/threads'
import { useThreadState } from '../../lib/background-thread'
import { useSavedScroll } from '../../lib/saved-scroll'
import { Button } from '../../ui/Button'
import { CardSkeletons } from './CardSkeletons'
import { EmptyThread } from './EmptyThread'
import styles from './Feed.module.css'
import { PostCard } from './PostCard'
import { PostGrid } from './PostGrid'
import { useInfinitePosts } from './use-infinite-posts'

/** Posts that load on scrolling to the end, up to a number; then a button loads more. */
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
          // Not `busy`: the focus would fall from a button that can be pressed again and again.
          <Button aria-disabled={isLoading || undefined} onClick={() => isLoading || load()}>
            {hasFailed ? 'Try again' : 'Show more'}
          </Button>
        )}
      </div>
    </div>
  )
}

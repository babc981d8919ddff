import { Link } from 'wouter'
import { postsIn } from '../../api/posts'
import { useThread } from '../../api/threads'
import { paths } from '../../paths'
import { Button } from '../../ui/Button'
import { CardSkeletons } from './CardSkeletons'
import { EmptyThread } from './EmptyThread'
import styles from './Feed.module.css'
import { PostCard } from './PostCard'
import { PostGrid } from './PostGrid'
import { useMore } from './use-more'
import { useStart } from './use-start'

/** On a screen more posts come by themselves, for a while; then a button brings them. */
export function EndlessFeed({ code }: { code: string }) {
  const start = useStart(code)
  const thread = useThread(code, start)
  const { end, load, isLoading, isByButton, hasFailed } = useMore(code, start, thread)
  const posts = postsIn(thread.data)
  const topic = thread.data.pages[0]?.thread.topic
  if (topic && posts.length === 0 && !start) return <EmptyThread topic={topic} />
  return (
    <div className="stack">
      {start && (
        <p>
          <Link href={paths.thread(code)} onClick={focusHeading}>
            Back to the newest
          </Link>
        </p>
      )}
      {posts.length === 0 && <p>There are no more posts.</p>}
      <PostGrid>
        {posts.map((post) => (
          <li key={post.id}>
            <PostCard post={post} place={{ start: start ?? null }} />
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

/** The link goes away with the list that it stood above. */
const focusHeading = () => document.querySelector<HTMLElement>('h1')?.focus()

import { useLocation } from 'wouter'
import { type Comment, headingOf, useComments } from '../../api/comments'
import type { Post } from '../../api/posts'
import { formatNumber } from '../../lib/numbers'
import { useSession } from '../../lib/session'
import { paths } from '../../paths'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { ButtonLink } from '../../ui/ButtonLink'
import { Skeleton } from '../../ui/Skeleton'
import { CommentForm } from './CommentForm'
import { CommentItem } from './CommentItem'
import styles from './Comments.module.css'

/** What members say about a post. */
export function Comments({ post, onGone }: { post: Post; onGone(): void }) {
  const { comments, failed, retry } = useComments(post.id)
  return (
    <section className={styles.comments} aria-labelledby={headingOf(post.id)}>
      <h2 id={headingOf(post.id)} tabIndex={-1} className={styles.heading}>
        Comments ({formatNumber(comments?.length ?? post.comments)})
      </h2>
      {failed && (
        <Banner tone="error">
          <p>The comments could not be loaded.</p>
          <Button look="quiet" onClick={retry}>
            Try again
          </Button>
        </Banner>
      )}
      {!comments && !failed && <Skeleton label="Loading comments…" />}
      {comments && (
        <>
          <ul className={styles.list}>
            {comments.map((comment) => (
              <CommentItem key={comment.id} comment={comment} post={post} onGone={onGone} />
            ))}
          </ul>
          <Say pid={post.id} comments={comments} />
        </>
      )}
    </section>
  )
}

function Say({ pid, comments }: { pid: string; comments: Comment[] }) {
  const session = useSession()
  const [path] = useLocation()
  return session ? (
    <CommentForm pid={pid} uid={session.uid} comments={comments} />
  ) : (
    <p>
      <ButtonLink href={paths.signIn({ last: path })}>Sign in to comment</ButtonLink>
    </p>
  )
}

import { type Comment, elementOf, useDeleteComment } from '../../api/comments'
import type { Post } from '../../api/posts'
import { useSession } from '../../lib/session'
import { useStored } from '../../lib/storage'
import { toDate } from '../../lib/time-ago'
import { Avatar } from '../../ui/Avatar'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'
import { RelativeTime } from '../../ui/RelativeTime'
import styles from './Comments.module.css'
import { MoreMenu } from './MoreMenu'

interface CommentItemProps {
  comment: Comment
  post: Post
  /** There is nothing of the post to see any more. */
  onGone(): void
}

export function CommentItem({ comment, post, onGone }: CommentItemProps) {
  const { text, user, createdAt, sending } = comment
  const at = toDate(createdAt)
  const name = user.name || user.username
  const mayDelete = useMayDelete(comment, post)
  const remove = useDeleteComment(post.id)
  return (
    <li id={elementOf(comment)} tabIndex={-1} className={styles.comment}>
      <Avatar name={user.name} by="beginning" />
      <p>
        <strong>{name}</strong>{' '}
        {sending ? (
          <span className="meta">Sending…</span>
        ) : (
          <RelativeTime className="meta" at={at} />
        )}
      </p>
      <p className={styles.text}>{text}</p>
      <div className={styles.actions}>
        {mayDelete && (
          <Button
            look="quiet"
            aria-label={`Delete the comment by ${name}`}
            title="Delete"
            onClick={() => remove(comment)}
          >
            <Icon name="bin" />
          </Button>
        )}
        {!sending && (
          <MoreMenu
            post={post}
            comment={comment}
            about={`the comment by ${name}`}
            onGone={onGone}
          />
        )}
      </div>
    </li>
  )
}

/** Its author, whoever posted what it is about, and admins. */
function useMayDelete({ uid, sending }: Comment, post: Post): boolean {
  const session = useSession()
  const isAdmin = useStored('isAdmin') === 'true'
  if (!session || sending) return false
  return isAdmin || session.uid === uid || session.uid === post.uid
}

import { Link } from 'wouter'
import { type Post, titleOf } from '../../api/posts'
import { useSession } from '../../lib/session'
import { toDate } from '../../lib/time-ago'
import { paths } from '../../paths'
import { Avatar } from '../../ui/Avatar'
import { Banner } from '../../ui/Banner'
import { RelativeTime } from '../../ui/RelativeTime'
import { Comments } from './Comments'
import { DeletePost } from './DeletePost'
import { DescribePostButton } from './DescribePostButton'
import { LikeButton } from './LikeButton'
import { MoreMenu } from './MoreMenu'
import { PostPicture } from './PostPicture'
import styles from './PostSheet.module.css'
import { ShareButton } from './ShareButton'

interface PostSheetProps {
  post: Post
  /** There is nothing to see any more. */
  onDeleted(): void
}

/** A page, who wrote it, and what is said about it. */
export function PostSheet({ post, onDeleted }: PostSheetProps) {
  return (
    <div className={styles.sheet}>
      <PostPicture post={post} />
      <div className={styles.beside}>
        <div className={styles.head}>
          <Writer post={post} />
          {post.isActive && <MoreMenu post={post} about={titleOf(post)} onGone={onDeleted} />}
        </div>
        <Pending post={post} />
        <div className="row">
          {post.isActive && <LikeButton post={post} />}
          {post.isActive && <ShareButton post={post} on="page" />}
          <DescribePostButton post={post} />
          <DeletePost post={post} onDeleted={onDeleted} />
        </div>
        {post.isActive && <Comments key={post.id} post={post} onGone={onDeleted} />}
      </div>
    </div>
  )
}

function Writer({ post: { author, createdAt } }: { post: Post }) {
  const at = toDate(createdAt)
  return (
    <div className={styles.writer}>
      <Avatar name={author.name} />
      <p>
        <strong>{author.name || author.username}</strong>
        <br />
        <RelativeTime className="meta" at={at} />
      </p>
    </div>
  )
}

function Pending({ post: { isActive, isHidden, uid } }: { post: Post }) {
  const session = useSession()
  if (isActive || uid !== session?.uid) return null
  if (isHidden) {
    return <Banner tone="warn">The admins have hidden this page. Nobody else sees it.</Banner>
  }
  return (
    <Banner tone="note">
      This page is pending: only you can see it.{' '}
      <Link href={paths.pendingPosts}>Publish it among your pending posts</Link>
    </Banner>
  )
}

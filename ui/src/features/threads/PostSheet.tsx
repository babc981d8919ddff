import { Link } from 'wouter'
import type { Post } from '../../api/posts'
import { useSession } from '../../lib/session'
import { timeAgo, toDate } from '../../lib/time-ago'
import { paths } from '../../paths'
import { Avatar } from '../../ui/Avatar'
import { Banner } from '../../ui/Banner'
import { Comments } from './Comments'
import { DeletePost } from './DeletePost'
import { DescribeButton } from './DescribeButton'
import { LikeButton } from './LikeButton'
import { PostPicture } from './PostPicture'
import styles from './PostSheet.module.css'
import { ShareButton } from './ShareButton'

interface PostSheetProps {
  post: Post
  onDeleted(): void
}

/** A page, who wrote it, and what is said about it. */
export function PostSheet({ post, onDeleted }: PostSheetProps) {
  return (
    <div className={styles.sheet}>
      <PostPicture post={post} />
      <div className={styles.beside}>
        <Writer post={post} />
        <Pending post={post} />
        <div className="row">
          {post.isActive && <LikeButton post={post} />}
          {post.isActive && <ShareButton post={post} on="page" />}
          <DescribeButton post={post} />
          <DeletePost post={post} onDeleted={onDeleted} />
        </div>
        {post.isActive && <Comments key={post.id} post={post} />}
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
        <time className="meta" dateTime={at.toISOString()}>
          {timeAgo(at)}
        </time>
      </p>
    </div>
  )
}

function Pending({ post: { isActive, uid } }: { post: Post }) {
  const session = useSession()
  if (isActive || uid !== session?.uid) return null
  return (
    <Banner tone="note">
      This page is pending: only you can see it.{' '}
      <Link href={paths.pendingPosts}>Publish it among your pending posts</Link>
    </Banner>
  )
}

import { type CSSProperties, useState } from 'react'
import { Link } from 'wouter'
import { Transcription } from '../../entities/memo/MemoContent'
import { authorOf, type Post, titleOf } from '../../entities/post/post'
import { toDate } from '../../lib/format'
import { notify } from '../../lib/notify'
import { useSession } from '../../lib/session'
import { SHORTCUT_ITEM } from '../../lib/use-list-shortcuts'
import { paths } from '../../paths'
import { Avatar } from '../../ui/Avatar'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Picture } from '../../ui/Picture'
import { RelativeTime } from '../../ui/RelativeTime'
import { Comments } from './Comments'
import { DeletePost } from './DeletePost'
import { LikeButton } from './LikeButton'
import { MoreMenu } from './MoreMenu'
import styles from './PostSheet.module.css'
import { PostTextForm } from './PostTextForm'
import { ShareButton } from './ShareButton'

interface PostSheetProps {
  post: Post
  /** Called after the post was deleted. */
  onDeleted(): void
}

/** A post with its author and texts. */
export function PostSheet({ post, onDeleted }: PostSheetProps) {
  return (
    <div {...SHORTCUT_ITEM} className={styles.sheet}>
      <PostPicture post={post} />
      <div className={styles.beside}>
        <div className={styles.head}>
          <Writer post={post} />
          {post.isActive && (
            <MoreMenu
              post={post}
              label={
                post.caption
                  ? `More about “${post.caption}”`
                  : `More about a page by ${authorOf(post)}`
              }
              onGone={onDeleted}
            />
          )}
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
      <Link href={paths.pendingPosts}>Go to your pending posts</Link>
    </Banner>
  )
}

/** Button that opens the caption and description of the member's own post. */
function DescribePostButton({ post }: { post: Post }) {
  const session = useSession()
  const [open, setOpen] = useState(false)
  if (post.uid !== session?.uid) return null
  const close = () => setOpen(false)
  const finish = () => {
    notify({ message: 'Saved.', tone: 'good' })
    close()
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>Describe</Button>
      {open && (
        <Dialog title="Describe this page" onClose={close}>
          <PostTextForm post={post} variant="primary" onDescribed={finish} />
        </Dialog>
      )}
    </>
  )
}

/** Picture of a post, fitted into small windows. */
function PostPicture({ post }: { post: Post }) {
  const { alt, dataUrl, width, height, thumbs } = post
  const largest = thumbs[thumbs.length - 1]
  return (
    <div className={styles.picture} style={{ '--shape': width / height } as CSSProperties}>
      <Picture
        key={post.id}
        src={dataUrl}
        alt={alt || titleOf(post)}
        width={width}
        height={height}
        loading="eager"
      >
        {largest && (
          <>
            <source media="(max-width: 480px)" type="image/webp" srcSet={largest.webp} />
            <source media="(max-width: 480px)" srcSet={largest.png} />
          </>
        )}
      </Picture>
      <Transcription text={alt} />
    </div>
  )
}

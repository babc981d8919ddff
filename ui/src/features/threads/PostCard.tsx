import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { authorOf, type Post, titleOf } from '../../entities/post/post'
import { PAGE_SIZE } from '../../entities/post/queries'
import type { ThreadState } from '../../lib/background-thread'
import { formatNumber, plural, toDate } from '../../lib/format'
import { rememberScroll } from '../../lib/scroll-and-focus'
import { SHORTCUT_FOCUS, SHORTCUT_ITEM, useItemShortcut } from '../../lib/use-list-shortcuts'
import { paths } from '../../paths'
import { ButtonLink } from '../../ui/ButtonLink'
import { Card, CardLink } from '../../ui/Card'
import { cx } from '../../ui/cx'
import { Icon } from '../../ui/Icon'
import { RelativeTime } from '../../ui/RelativeTime'
import { Box, Skeleton } from '../../ui/Skeleton'
import { useInkOnPaper } from '../../ui/use-ink-on-paper'
import { DeletePost } from './DeletePost'
import { LikeButton } from './LikeButton'
import styles from './PostCard.module.css'
import { ShareButton } from './ShareButton'

interface PostCardProps {
  post: Post
  /** Position of the card in its thread. */
  place: Pick<ThreadState, 'shown' | 'page'>
}

/** One post in a grid. The whole card is a link, except its buttons. */
export function PostCard({ post, place }: PostCardProps) {
  const linkId = `post-${post.id}`
  const at = toDate(post.createdAt)
  const opening = {
    href: paths.post(post.id),
    // Keeps the thread behind the post.
    state: { ...place, thread: post.topic.code },
    onClick: () => rememberScroll(linkId),
  }
  const card = useRef<HTMLElement>(null)
  const [, navigate] = useLocation()
  useItemShortcut(card, 'c', () => {
    opening.onClick()
    navigate(opening.href, { state: opening.state })
  })
  return (
    <Card>
      <article ref={card} {...SHORTCUT_ITEM} className={styles.card} aria-labelledby={linkId}>
        <Thumbnail post={post} />
        <h2 className={styles.name}>
          <CardLink {...opening} id={linkId} {...SHORTCUT_FOCUS}>
            {titleOf(post)}
          </CardLink>
        </h2>
        <p className={`meta ${styles.facts}`}>
          {post.author.name} · <RelativeTime at={at} />
        </p>
        <div className={`row ${styles.actions}`}>
          <LikeButton post={post} />
          <ButtonLink {...opening} aria-label={commentsLabel(post)}>
            <Icon name="thread" /> {formatNumber(post.comments)}
          </ButtonLink>
          <ShareButton post={post} />
          <DeletePost post={post} />
        </div>
      </article>
    </Card>
  )
}

const commentsLabel = (post: Post) =>
  post.caption
    ? plural(post.comments, '1 comment on “{caption}”', '# comments on “{caption}”', {
        caption: post.caption,
      })
    : plural(post.comments, '1 comment on a page by {author}', '# comments on a page by {author}', {
        author: authorOf(post),
      })

/** Aspect ratio of most tablets' pages, used for all cards. */
const SHAPE = { width: 3, height: 4 }

/** Width of a card. */
const SIZES = '(min-width: 760px) 340px, 100vw'

const srcSetOf = (post: Post, kind: 'webp' | 'png') =>
  post.thumbs.map((thumb) => `${thumb[kind]} ${thumb.width}w`).join(', ')

/** Alternative text of a post's picture. */
export const altOf = (post: Post) => post.alt || titleOf(post)

/** Small picture of a post. */
function Thumbnail({ post }: { post: Post }) {
  const [failed, setFailed] = useState(false)
  const ink = useInkOnPaper()
  return (
    <div className={cx(styles.frame, ink.className)}>
      <Box {...SHAPE} />
      {failed ? (
        <p className={styles.failure}>
          <strong>This picture could not be loaded.</strong>
          <span>{altOf(post)}</span>
        </p>
      ) : (
        <picture>
          <source type="image/webp" srcSet={srcSetOf(post, 'webp')} sizes={SIZES} />
          <img
            className={styles.image}
            srcSet={srcSetOf(post, 'png')}
            sizes={SIZES}
            src={post.thumbUrl}
            alt={altOf(post)}
            width={post.width}
            height={post.height}
            loading="lazy"
            onLoad={ink.onLoad}
            onError={() => setFailed(true)}
          />
        </picture>
      )}
    </div>
  )
}

/** Placeholders for the next posts. */
export function CardSkeletons() {
  return Array.from({ length: PAGE_SIZE }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are all the same.
    <li key={index}>
      <Card>
        <div className={styles.card}>
          <Skeleton picture={SHAPE} label={index === 0 ? 'Loading posts…' : ''} />
          <div className={styles.name} />
          <p className={`meta ${styles.facts}`}>&nbsp;</p>
          <div className={styles.place} />
        </div>
      </Card>
    </li>
  ))
}

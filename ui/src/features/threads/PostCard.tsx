import { useRef } from 'react'
import { useLocation } from 'wouter'
import { type Post, titleOf } from '../../entities/post/post'
import type { ThreadState } from '../../lib/background-thread'
import { formatNumber, plural, toDate } from '../../lib/format'
import { rememberScroll } from '../../lib/scroll-and-focus'
import { SHORTCUT_FOCUS, SHORTCUT_ITEM, useItemShortcut } from '../../lib/use-list-shortcuts'
import { paths } from '../../paths'
import { ButtonLink } from '../../ui/ButtonLink'
import { Card } from '../../ui/Card'
import { CardLink } from '../../ui/CardLink'
import { Icon } from '../../ui/Icon'
import { RelativeTime } from '../../ui/RelativeTime'
import { DeletePost } from './DeletePost'
import { LikeButton } from './LikeButton'
import styles from './PostCard.module.css'
import { ShareButton } from './ShareButton'
import { Thumbnail } from './Thumbnail'

interface PostCardProps {
  post: Post
  /** Position of the card in its thread. */
  place: Pick<ThreadState, 'shown' | 'page'>
}

/** One post in a grid. The whole card is a link, except its buttons. */
export function PostCard({ post, place }: PostCardProps) {
  const linkId = `post-${post.id}`
  const name = titleOf(post)
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
            {name}
          </CardLink>
        </h2>
        <p className={`meta ${styles.facts}`}>
          {post.author.name} · <RelativeTime at={at} />
        </p>
        <div className={`row ${styles.actions}`}>
          <LikeButton post={post} />
          <ButtonLink {...opening}>
            <Icon name="thread" /> <span aria-hidden="true">{formatNumber(post.comments)}</span>
            <span className="visually-hidden">
              {plural(post.comments, '1 comment on {name}', '# comments on {name}', { name })}
            </span>
          </ButtonLink>
          <ShareButton post={post} />
          <DeletePost post={post} />
        </div>
      </article>
    </Card>
  )
}

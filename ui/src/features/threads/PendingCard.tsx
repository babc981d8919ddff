import { Link } from 'wouter'
import { errorMessage } from '../../api/error'
import type { Post } from '../../api/posts'
import { usePublishPost } from '../../api/threads'
import { notify } from '../../lib/notify'
import { toDate } from '../../lib/time-ago'
import { paths } from '../../paths'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Icon } from '../../ui/Icon'
import { RelativeTime } from '../../ui/RelativeTime'
import { DeletePost } from './DeletePost'
import styles from './PendingCard.module.css'
import { PostTextForm } from './PostTextForm'
import { altOf } from './Thumbnail'

interface PendingCardProps {
  post: Post
  isPublished: boolean
  /** It is published; or it was, and its words have changed. */
  onPublished(post: Post): void
  onDeleted(): void
}

/** A post of the member's, and what can be done about it. */
export function PendingCard({ post, isPublished, onPublished, onDeleted }: PendingCardProps) {
  const { topic, caption, createdAt } = post
  const publish = usePublishPost((words) => {
    onPublished(post)
    notify({ words, tone: 'good' })
  })
  const nameId = `post-${post.id}`
  const at = toDate(createdAt)
  return (
    <Card>
      <article className={styles.card} aria-labelledby={nameId}>
        <h2 id={nameId} className={styles.topic}>
          <Link href={paths.thread(topic.code)}>{topic.name}</Link>
        </h2>
        <div className={styles.picture}>
          <img
            src={post.thumbUrl}
            alt={altOf(post)}
            width={post.width}
            height={post.height}
            loading="lazy"
          />
        </div>
        {caption && <p>{caption}</p>}
        <p className="meta">
          <RelativeTime at={at} />
        </p>
        {publish.error && (
          <Banner tone="error">
            <p>Error activating post</p>
            <p>{errorMessage(publish.error)}</p>
          </Banner>
        )}
        <div className="row">
          <Button
            look={isPublished ? 'plain' : 'primary'}
            busy={publish.isPending}
            aria-disabled={isPublished || undefined}
            onClick={() => isPublished || publish.mutate(post)}
          >
            {isPublished ? (
              <>
                <Icon name="good" /> Published
              </>
            ) : (
              'Publish'
            )}
          </Button>
          <DeletePost post={post} onDeleted={onDeleted} />
        </div>
        <PostTextForm post={post} onDescribed={(kept) => isPublished && onPublished(kept)} />
      </article>
    </Card>
  )
}

import { useState } from 'react'
import { Link } from 'wouter'
import type { Post } from '../../entities/post/post'
import { usePendingPosts, usePublishPost } from '../../entities/post/queries'
import { errorMessage } from '../../lib/api-error'
import { toDate } from '../../lib/format'
import { notify } from '../../lib/notify'
import { useMember } from '../../lib/session'
import { paths } from '../../paths'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { ButtonLink } from '../../ui/ButtonLink'
import { Card } from '../../ui/Card'
import { EmptyState } from '../../ui/EmptyState'
import { Icon } from '../../ui/Icon'
import { BlankSheet, TornCable } from '../../ui/illustrations/empty-states'
import { Page } from '../../ui/Page'
import { RelativeTime } from '../../ui/RelativeTime'
import { Skeleton } from '../../ui/Skeleton'
import styles from './ActivatePage.module.css'
import { DeletePost } from './DeletePost'
import { altOf } from './PostCard'
import { PostTextForm } from './PostTextForm'

/** The member's pending posts, each with a button to publish it. */
export function ActivatePage() {
  return (
    <Page title="Pending posts">
      <PendingPosts />
    </Page>
  )
}

function PendingPosts() {
  const { uid } = useMember()
  const { data, posts: pending, error, isFetching, refetch } = usePendingPosts(uid)
  /** Published posts, which stay in the list although they are no longer pending. */
  const [published, setPublished] = useState<Post[]>([])
  if (error && !data) {
    const retry = (
      <Button busy={isFetching} onClick={() => refetch()}>
        Try again
      </Button>
    )
    return (
      <EmptyState drawing={<TornCable />} title="Error retrieving posts" action={retry}>
        <p role="alert">{errorMessage(error)}</p>
      </EmptyState>
    )
  }
  if (!data) return <Skeleton label="Loading your posts…" lines={6} />

  const posts = newestFirst([...published, ...pending.filter(exclude(published))])
  const drop = (post: Post) => setPublished((before) => before.filter(exclude([post])))
  const addPublished = (post: Post) =>
    setPublished((before) => [...before.filter(exclude([post])), post])
  if (posts.length === 0) return <NothingPending words={Array.isArray(data) ? NONE : data.msg} />
  return (
    <div className="stack">
      <p>Select the Publish button below the post to activate.</p>
      <ul className={styles.posts}>
        {posts.map((post) => (
          <li key={post.id}>
            <PendingCard
              post={post}
              isPublished={published.some(({ id }) => id === post.id)}
              onPublished={addPublished}
              onDeleted={() => drop(post)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

const NONE = "You don't have any posts that need to be activated at this time."

const NothingPending = ({ words }: { words: string }) => (
  <EmptyState
    drawing={<BlankSheet />}
    title={words}
    action={<ButtonLink href={paths.threads}>Go to the threads</ButtonLink>}
  />
)

const exclude = (others: Post[]) => (post: Post) => !others.some(({ id }) => id === post.id)

/** Keeps a card in its place when it is published. */
const newestFirst = (posts: Post[]) =>
  posts.sort((a, b) => b.createdAt._seconds - a.createdAt._seconds || (a.id < b.id ? 1 : -1))

interface PendingCardProps {
  post: Post
  isPublished: boolean
  /** Called after publishing, and after editing a published post. */
  onPublished(post: Post): void
  onDeleted(): void
}

/** Card of one of the member's posts with its actions. */
function PendingCard({ post, isPublished, onPublished, onDeleted }: PendingCardProps) {
  const { topic, caption, createdAt } = post
  const publish = usePublishPost((message) => {
    onPublished(post)
    notify({ message, tone: 'good' })
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
            variant={isPublished ? 'plain' : 'primary'}
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
        <PostTextForm post={post} onDescribed={(saved) => isPublished && onPublished(saved)} />
      </article>
    </Card>
  )
}

import { useState } from 'react'
import { Link } from 'wouter'
import { mailAddress, useMailNames, useProfile } from '../../entities/member/queries'
import type { ListedTopic, Topic } from '../../entities/post/post'
import { useTopics } from '../../entities/post/queries'
import { formatPosts, toDate } from '../../lib/format'
import { serverConfig } from '../../lib/server-config'
import { useSession } from '../../lib/session'
import { paths } from '../../paths'
import { Badge } from '../../ui/Badge'
import { Card, CardLink } from '../../ui/Card'
import { cx } from '../../ui/cx'
import { EmptyState } from '../../ui/EmptyState'
import { Conversation } from '../../ui/illustrations/steps'
import { Page } from '../../ui/Page'
import { RelativeTime } from '../../ui/RelativeTime'
import { Box } from '../../ui/Skeleton'
import { useInkOnPaper } from '../../ui/use-ink-on-paper'
import styles from './ThreadsPage.module.css'

/** All topics. */
export function ThreadsPage() {
  const topics = useTopics()
  return (
    <Page title="Thread Topics" lead="Share handwritten pages, and talk about them.">
      {topics.length === 0 ? (
        <EmptyState drawing={<Conversation />} title="There are no topics yet.">
          <p>Your community’s first topic will appear here.</p>
        </EmptyState>
      ) : (
        <div className="stack">
          <ul className="cards">
            {topics.map((topic) => (
              <li key={topic.id}>
                <TopicCard topic={topic} />
              </li>
            ))}
          </ul>
          {topics[0] && <PostingByMail topic={topics[0]} />}
        </div>
      )}
    </Page>
  )
}

/** Card of a topic. The whole card is a link; the mail address on it can still be selected. */
function TopicCard({ topic }: { topic: ListedTopic }) {
  const nameId = `topic-${topic.id}`
  return (
    <Card>
      <article className={styles.topic} aria-labelledby={nameId}>
        <h2 id={nameId} className={styles.name}>
          <CardLink href={paths.thread(topic.code)}>{topic.name}</CardLink>
        </h2>
        <LatestPosts topic={topic} />
        <div className={styles.facts}>
          <Badge>{formatPosts(topic.postCount)}</Badge>
          {topic.lastAuthor && topic.lastPostAt && (
            <p className="meta">
              {topic.lastAuthor} · <RelativeTime at={toDate(topic.lastPostAt)} />
            </p>
          )}
        </div>
        <MailAddress topic={topic} />
      </article>
    </Card>
  )
}

/** Aspect ratio of most tablets' pages. */
const SHAPE = { width: 3, height: 4 }

/** Number of pictures on a card. */
const PICTURES = [0, 1, 2]

/** The newest pages of a topic in a row, and blank ones in place of those that are missing. */
function LatestPosts({ topic: { latest } }: { topic: ListedTopic }) {
  return (
    <div className={styles.latest}>
      {PICTURES.map((index) => {
        const post = latest[index]
        return post ? (
          <Thumbnail key={post.id} post={post} />
        ) : (
          <div key={index} className={styles.blank}>
            <Box {...SHAPE} />
          </div>
        )
      })}
    </div>
  )
}

/** Small picture of a page; a blank page if it cannot be loaded. */
function Thumbnail({ post: { thumbUrl, thumbs, alt } }: { post: ListedTopic['latest'][number] }) {
  const [failed, setFailed] = useState(false)
  const ink = useInkOnPaper()
  const webp = thumbs[0]?.webp
  return (
    <div className={cx(styles.sheet, ink.className, failed && styles.blank)}>
      <Box {...SHAPE} />
      {!failed && (
        <picture>
          {webp && <source type="image/webp" srcSet={webp} />}
          <img
            className={styles.image}
            src={thumbUrl}
            alt={alt}
            {...SHAPE}
            loading="lazy"
            onLoad={ink.onLoad}
            onError={() => setFailed(true)}
          />
        </picture>
      )}
    </div>
  )
}

/** Address that the member can mail pages for a topic to. Renders nothing without mail. */
function MailAddress({ topic }: { topic: Topic }) {
  const session = useSession()
  const names = useMailNames()
  if (!session) return <p className="meta">You must sign in to post to this thread.</p>
  if (!serverConfig.postHost || !names) return null
  const name = names.open ?? names.secret?.name
  if (!name) {
    return (
      <p className={styles.address}>
        <Link href={paths.settings}>Get an email address for posting</Link>
      </p>
    )
  }
  const address = mailAddress(name, topic.code)
  return (
    <p className={styles.address}>
      <a href={`mailto:${address}`}>{address}</a>
    </p>
  )
}

/** Instructions for posting by mail with the member's own address. Renders nothing without mail. */
function PostingByMail({ topic }: { topic: Topic }) {
  const names = useMailNames()
  const email = useProfile()?.email
  if (!serverConfig.postHost || !names || !email) return null
  const name = names.open ?? names.secret?.name
  return (
    <Card>
      <section className="stack" aria-labelledby="posting-by-mail">
        <h2 id="posting-by-mail">Post by mail</h2>
        <p>
          Most tablets can mail a page. Send it as a PNG or a PDF to the address of a topic. Only
          the first page of a PDF is posted. The subject becomes the caption. Your post{' '}
          <Link href={paths.pendingPosts}>is pending</Link> until you publish it.
        </p>
        {name ? (
          <p>
            Your address for {topic.name} is <strong>{mailAddress(name, topic.code)}</strong>.
          </p>
        ) : (
          <p>
            Make your own address in your <Link href={paths.settings}>settings</Link>.
          </p>
        )}
        {names.open && (
          <p>
            Send from {email}. If your tablet mails from another address, make a secret one in your{' '}
            <Link href={paths.settings}>settings</Link>.
          </p>
        )}
        {!names.open && names.secret && (
          <p>
            Anyone who knows this address can send pages in your name, so keep it to yourself. In
            your <Link href={paths.settings}>settings</Link> you can make a new one or turn it off.
          </p>
        )}
      </section>
    </Card>
  )
}

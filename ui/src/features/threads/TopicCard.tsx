import type { Topic } from '../../api/posts'
import { formatPosts } from '../../lib/numbers'
import { paths } from '../../paths'
import { Badge } from '../../ui/Badge'
import { Card } from '../../ui/Card'
import { CardLink } from '../../ui/CardLink'
import { MailAddress } from './MailAddress'
import styles from './TopicCard.module.css'

/** The whole card leads to the thread; the address on it can still be followed and copied. */
export function TopicCard({ topic }: { topic: Topic }) {
  const nameId = `topic-${topic.id}`
  return (
    <Card>
      <article className={styles.topic} aria-labelledby={nameId}>
        <h2 id={nameId} className={styles.name}>
          <CardLink href={paths.thread(topic.code)}>{topic.name}</CardLink>
        </h2>
        <p>
          <Badge>{formatPosts(topic.postCount)}</Badge>
        </p>
        <MailAddress topic={topic} />
      </article>
    </Card>
  )
}

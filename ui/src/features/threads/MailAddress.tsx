import type { Topic } from '../../api/posts'
import { useProfile } from '../../api/profiles'
import { community } from '../../lib/community'
import { useSession } from '../../lib/session'
import styles from './TopicCard.module.css'

/** Where the member can mail pages to, straight from a tablet; a place without mail has no such address. */
export function MailAddress({ topic }: { topic: Topic }) {
  const session = useSession()
  const username = useProfile()?.username
  const { postHost } = community
  if (!session) return <p className="meta">You must sign in to post to this thread.</p>
  if (!postHost || !username) return null
  const address = `${username}.${topic.code}@${postHost}`
  return (
    <p className={styles.address}>
      <a href={`mailto:${address}`}>{address}</a>
    </p>
  )
}

import { Link } from 'wouter'
import { mailAddress, useMailNames } from '../../api/inbound-address'
import type { Topic } from '../../api/posts'
import { serverConfig } from '../../lib/server-config'
import { useSession } from '../../lib/session'
import { paths } from '../../paths'
import styles from './TopicCard.module.css'

/** Where the member can mail pages to, straight from a tablet; a place without mail has no such address. */
export function MailAddress({ topic }: { topic: Topic }) {
  const session = useSession()
  const names = useMailNames()
  if (!session) return <p className="meta">You must sign in to post to this thread.</p>
  if (!serverConfig.postHost || !names) return null
  const name = names.open ?? names.secret?.name
  if (!name) {
    return (
      <p className={styles.address}>
        <Link href={paths.settings}>Make a mail address to post to</Link>
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

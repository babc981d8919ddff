import { Link } from 'wouter'
import { type Post, postsIn, type Topic } from '../../api/posts'
import { usePendingPosts } from '../../api/threads'
import { formatNumber } from '../../lib/numbers'
import { useSession } from '../../lib/session'
import { paths } from '../../paths'
import { Banner } from '../../ui/Banner'
import styles from './PendingBanner.module.css'

/** Reminds a member of posts to this thread that nobody else sees yet. */
export function PendingBanner({ topic }: { topic: Topic }) {
  const { data } = usePendingPosts(useSession()?.uid)
  const isPending = ({ topicId, isActive }: Post) => topicId === topic.id && !isActive
  const count = postsIn(data).filter(isPending).length
  if (count === 0) return null
  return (
    <Banner className={styles.banner}>
      You have {count === 1 ? '1 pending post' : `${formatNumber(count)} pending posts`} to this
      thread. <Link href={paths.pendingPosts}>publish them</Link>
    </Banner>
  )
}

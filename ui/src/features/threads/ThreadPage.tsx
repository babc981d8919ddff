import { usePrefetchInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useLiveThread } from '../../api/live'
import { threadQuery, useTopic } from '../../api/threads'
import { paths } from '../../paths'
import { Icon } from '../../ui/Icon'
import { Page } from '../../ui/Page'
import { NewPostButton } from './NewPostButton'
import { PendingBanner } from './PendingBanner'
import { ThreadFeed } from './ThreadFeed'
import styles from './ThreadPage.module.css'
import { TopicSwitcher } from './TopicSwitcher'
import { useFirstPage } from './use-first-page'

/** One topic and its posts, newest first. */
export function ThreadPage({ code }: { code: string }) {
  // The posts need not wait until the topic's name is there.
  usePrefetchInfiniteQuery(threadQuery(code, useFirstPage()))
  const topic = useTopic(code)
  useLiveThread(code)
  return (
    <Page title={topic.name} ownHeading>
      <div className={styles.head}>
        <Link href={paths.threads} className={styles.back}>
          <Icon name="back" />
          <span className="visually-hidden">All topics</span>
        </Link>
        <h1 tabIndex={-1}>{topic.name}</h1>
        <div className={`row ${styles.actions}`}>
          <NewPostButton topic={topic} look="primary" drops>
            <Icon name="plus" />
            <span className="visually-hidden">Upload a page</span>
          </NewPostButton>
          <TopicSwitcher topic={topic} />
        </div>
      </div>
      <PendingBanner topic={topic} />
      <ThreadFeed code={code} />
    </Page>
  )
}

import { usePrefetchInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link } from 'wouter'
import { applyToTopics, useCurrent } from '../../entities/post/overlay'
import type { ListedTopic, Post, Topic } from '../../entities/post/post'
import { threadQuery, topicsQuery, usePendingPosts, useTopic } from '../../entities/post/queries'
import { useLiveThread } from '../../entities/post/use-live-thread'
import { useDisplay } from '../../lib/display'
import { formatNumber, plural } from '../../lib/format'
import { useSession } from '../../lib/session'
import { paths } from '../../paths'
import { Banner } from '../../ui/Banner'
import { Icon } from '../../ui/Icon'
import { Menu, MenuLink } from '../../ui/Menu'
import { Page } from '../../ui/Page'
import { InfiniteFeed } from './InfiniteFeed'
import { NewPostButton } from './NewPostButton'
import { PagedFeed } from './PagedFeed'
import { LoadingPosts } from './PostGrid'
import styles from './ThreadPage.module.css'
import { useFirstPage } from './use-first-page'

/** One topic and its posts, newest first. */
export function ThreadPage({ code }: { code: string }) {
  // Prefetched in parallel with the topic.
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
          <NewPostButton topic={topic} variant="primary" drops>
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

/** Posts of a thread: infinite on a screen, in pages on paper display. */
function ThreadFeed({ code }: { code: string }) {
  const onPaper = useDisplay() === 'paper'
  return (
    <Suspense fallback={<LoadingPosts />}>
      {onPaper ? <PagedFeed code={code} /> : <InfiniteFeed code={code} />}
    </Suspense>
  )
}

/** Reminder of the member's pending posts in this thread. */
function PendingBanner({ topic }: { topic: Topic }) {
  const { posts } = usePendingPosts(useSession()?.uid)
  const isPending = ({ topicId, isActive }: Post) => topicId === topic.id && !isActive
  const count = posts.filter(isPending).length
  if (count === 0) return null
  return (
    <Banner className={styles.banner}>
      {plural(
        count,
        'You have 1 pending post to this thread.',
        'You have # pending posts to this thread.',
      )}{' '}
      <Link href={paths.pendingPosts}>publish them</Link>
    </Banner>
  )
}

const NO_TOPICS: ListedTopic[] = []

const withCount = ({ name, postCount }: Topic) => `${name} (${formatNumber(postCount)})`

/** Links to the other topics. May load after the page. */
function TopicSwitcher({ topic }: { topic: Topic }) {
  const { data: fetched = NO_TOPICS } = useQuery(topicsQuery)
  const listed = useCurrent(fetched, applyToTopics)
  // The list has the current count.
  const current = listed.find(({ id }) => id === topic.id) ?? topic
  const topics: Topic[] = listed.length > 0 ? listed : [topic]
  return (
    <Menu
      end
      label={
        <>
          <span className="visually-hidden">Topic: </span>
          {withCount(current)}
        </>
      }
    >
      {topics.map((each) => (
        <MenuLink
          key={each.id}
          href={paths.thread(each.code)}
          aria-current={each.code === topic.code ? 'page' : undefined}
        >
          {withCount(each)}
        </MenuLink>
      ))}
    </Menu>
  )
}

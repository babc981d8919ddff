import { Link, useLocation } from 'wouter'
import { type Post, titleOf } from '../../entities/post/post'
import { usePost } from '../../entities/post/queries'
import { useLiveThread } from '../../entities/post/use-live-thread'
import { formatPosts } from '../../lib/format'
import { useShortcuts } from '../../lib/shortcuts'
import { runItemShortcut } from '../../lib/use-list-shortcuts'
import { paths } from '../../paths'
import { ButtonLink } from '../../ui/ButtonLink'
import { EmptyState } from '../../ui/EmptyState'
import { BlankSheet } from '../../ui/illustrations/empty-states'
import { Page } from '../../ui/Page'
import { PostSheet } from './PostSheet'

/** Shortcuts, the same as for a card in a thread. */
const KEYS = {
  l: () => runItemShortcut(document.querySelector('main [data-shortcut-item]'), 'l'),
  c: () => document.querySelector<HTMLElement>('main textarea')?.focus(),
}

/** Page of one post: target of shared links. */
export function PostPage({ id }: { id: string }) {
  const post = usePost(id)
  return post ? <Shown post={post} /> : <Gone />
}

function Shown({ post }: { post: Post }) {
  useShortcuts(KEYS)
  const [, navigate] = useLocation()
  const { name, code, postCount } = post.topic
  const isPending = !post.isActive && !post.isHidden
  useLiveThread(post.isActive ? code : undefined)
  return (
    <Page
      title={titleOf(post)}
      lead={
        <>
          <Link href={paths.thread(code)}>{name}</Link>{' '}
          <span className="meta">{formatPosts(postCount)}</span>
        </>
      }
    >
      <PostSheet
        post={post}
        onDeleted={() => navigate(isPending ? paths.pendingPosts : paths.thread(code))}
      />
    </Page>
  )
}

/** Same text for a deleted post and for one that the reader may not see. */
function Gone() {
  return (
    <Page title="Post" narrow>
      <NoLongerThere />
    </Page>
  )
}

export function NoLongerThere() {
  return (
    <EmptyState
      drawing={<BlankSheet />}
      title="Item no longer available."
      action={<ButtonLink href={paths.threads}>Go to the threads</ButtonLink>}
    />
  )
}

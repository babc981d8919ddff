import { useRef } from 'react'
import { useLocation } from 'wouter'
import { useOptimisticToggle } from '../../api/use-optimistic-toggle'
import { authorOf, type Post } from '../../entities/post/post'
import { useDisplay } from '../../lib/display'
import { formatNumber } from '../../lib/format'
import { notifyFailure } from '../../lib/notify'
import { useSession } from '../../lib/session'
import { useItemShortcut } from '../../lib/use-list-shortcuts'
import { paths } from '../../paths'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'
import styles from './LikeButton.module.css'
import { useSaveLike } from './queries'

/** Toggle for liking a post, with the number of likes. Its accessible name is the same with heart and with text. */
export function LikeButton({ post }: { post: Post }) {
  const { liked, likes, toggle } = useLike(post)
  const count = formatNumber(likes)
  const label = post.caption
    ? `Like (${count}) “${post.caption}”`
    : `Like (${count}) a page by ${authorOf(post)}`
  const button = useRef<HTMLButtonElement>(null)
  useItemShortcut(button, 'l', toggle)
  return (
    <Button
      ref={button}
      aria-pressed={liked}
      aria-label={label}
      onClick={toggle}
      className={styles.like}
    >
      {useDisplay() === 'paper' ? (
        `Like (${count})`
      ) : (
        <>
          <Icon name="heart" /> {count}
        </>
      )}
    </Button>
  )
}

/** Toggle state and count of a reader's like. Visitors sign in first. */
function useLike(post: Post) {
  const session = useSession()
  const [path, navigate] = useLocation()
  const { on: liked, toggle } = useOptimisticToggle({
    key: `like/${post.id}`,
    on: post.liked,
    save: useSaveLike(post.id),
    onError: (error) => notifyFailure('Your like could not be saved.', error),
  })
  return {
    liked,
    likes: post.likes + Number(liked) - Number(post.liked),
    toggle: session ? toggle : () => navigate(paths.signIn({ last: path })),
  }
}

import { type Post, titleOf } from '../../api/posts'
import { useDisplay } from '../../lib/display'
import { formatNumber } from '../../lib/numbers'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'
import styles from './LikeButton.module.css'
import { useLike } from './use-like'

/** Says that one likes a post, and how many do. It has one name, whether it shows a heart or words. */
export function LikeButton({ post }: { post: Post }) {
  const { liked, likes, press } = useLike(post)
  const count = formatNumber(likes)
  const words = `Like (${count})`
  return (
    <Button
      aria-pressed={liked}
      aria-label={`${words}, ${titleOf(post)}`}
      onClick={press}
      className={styles.like}
    >
      {useDisplay() === 'paper' ? (
        words
      ) : (
        <>
          <Icon name="heart" /> {count}
        </>
      )}
    </Button>
  )
}

import { useState } from 'react'
import { type Post, titleOf } from '../../entities/post/post'
import { Box } from '../../ui/Skeleton'
import styles from './Thumbnail.module.css'

/** Aspect ratio of most tablets' pages, used for all cards. */
export const SHAPE = { width: 3, height: 4 }

/** Width of a card. */
const SIZES = '(min-width: 760px) 340px, 100vw'

const srcSetOf = (post: Post, kind: 'webp' | 'png') =>
  post.thumbs.map((thumb) => `${thumb[kind]} ${thumb.width}w`).join(', ')

/** Alternative text of a post's picture. */
export const altOf = (post: Post) => post.alt || titleOf(post)

/** Small picture of a post, on white in every theme. */
export function Thumbnail({ post }: { post: Post }) {
  const [failed, setFailed] = useState(false)
  return (
    <div className={styles.frame}>
      <Box {...SHAPE} />
      {failed ? (
        <p className={styles.failure}>
          <strong>This picture could not be loaded.</strong>
          <span>{altOf(post)}</span>
        </p>
      ) : (
        <picture>
          <source type="image/webp" srcSet={srcSetOf(post, 'webp')} sizes={SIZES} />
          <img
            className={styles.image}
            srcSet={srcSetOf(post, 'png')}
            sizes={SIZES}
            src={post.thumbUrl}
            alt={altOf(post)}
            width={post.width}
            height={post.height}
            loading="lazy"
            onError={() => setFailed(true)}
          />
        </picture>
      )}
    </div>
  )
}

import type { CSSProperties } from 'react'
import { type Post, titleOf } from '../../api/posts'
import { Picture } from '../../ui/Picture'
import { Transcription } from '../../ui/Transcription'
import styles from './PostPicture.module.css'

/** A page as its writer made it. Small windows get as much of it as they can show. */
export function PostPicture({ post }: { post: Post }) {
  const { alt, dataUrl, width, height, thumbs } = post
  const largest = thumbs[thumbs.length - 1]
  return (
    <div className={styles.picture} style={{ '--shape': width / height } as CSSProperties}>
      <Picture
        key={post.id}
        src={dataUrl}
        alt={alt || titleOf(post)}
        width={width}
        height={height}
        loading="eager"
      >
        {largest && (
          <>
            <source media="(max-width: 480px)" type="image/webp" srcSet={largest.webp} />
            <source media="(max-width: 480px)" srcSet={largest.png} />
          </>
        )}
      </Picture>
      <Transcription words={alt} />
    </div>
  )
}

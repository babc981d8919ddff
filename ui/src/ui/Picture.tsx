import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { canTellInView, useInView } from '../lib/use-in-view'
import { cx } from './cx'
import styles from './Picture.module.css'
import { Box } from './Skeleton'

interface PictureProps extends Omit<ComponentProps<'img'>, 'src'> {
  /** At most 960 pixels wide. */
  src: string
  /** The same at 480 pixels, for narrow windows. */
  small?: string
  alt: string
  /** Of the picture itself: the page keeps its shape free at any width. */
  width: number
  height: number
  /** `<source>`s, in formats or for windows of their own. */
  children?: ReactNode
}

/** What Chromium 75 does not know. */
const BROWSER_CAN_WAIT = 'loading' in HTMLImageElement.prototype

/**
 * A picture of paper: on white in every theme. Its room is kept while it comes, and has words in it
 * when it does not. It is fetched when it is nearly in sight, or at once with `loading="eager"`.
 */
export function Picture({
  src,
  small,
  alt,
  width,
  height,
  loading = 'lazy',
  className,
  children,
  ...img
}: PictureProps) {
  const [failed, setFailed] = useState<string>()
  const frame = useRef<HTMLSpanElement>(null)
  const [near, setNear] = useState(loading === 'eager' || BROWSER_CAN_WAIT || !canTellInView())
  useInView(frame, !near, (inView) => inView && setNear(true))

  return (
    <span ref={frame} className={cx(styles.frame, className)}>
      <Box width={width} height={height} />
      {failed === src ? (
        <span className={styles.failure}>
          <strong>This picture could not be loaded.</strong>
          {alt && <span>{alt}</span>}
        </span>
      ) : (
        near && (
          <picture>
            {children}
            <img
              sizes="(min-width: 760px) 480px, 100vw"
              srcSet={small && `${small} 480w, ${src} 960w`}
              {...img}
              className={styles.image}
              src={src}
              alt={alt}
              width={width}
              height={height}
              loading={loading}
              onError={() => setFailed(src)}
            />
          </picture>
        )
      )}
    </span>
  )
}

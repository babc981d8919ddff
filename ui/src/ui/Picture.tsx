import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { canTellInView, useInView } from '../lib/use-in-view'
import { cx } from './cx'
import styles from './Picture.module.css'
import { Box } from './Skeleton'
import { useInkOnPaper } from './use-ink-on-paper'

interface PictureProps extends Omit<ComponentProps<'img'>, 'src'> {
  /** At most 960 pixels wide. */
  src: string
  /** Same picture 480 pixels wide, for narrow windows. */
  small?: string
  alt: string
  /** Size of the picture in pixels, for its aspect ratio. */
  width: number
  height: number
  /** `<source>`s for other formats or windows. */
  children?: ReactNode
}

/** Whether the browser supports `loading="lazy"`; Chromium 75 doesn't. */
const BROWSER_CAN_WAIT = import.meta.env.SSR || 'loading' in HTMLImageElement.prototype

/**
 * Picture of a page: ink is light on dark displays, all else is on white in every theme. Reserves its space while it loads and shows its
 * alternative text if that fails. Loads near the window, or at once with `loading="eager"`.
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
  const ink = useInkOnPaper()
  const frame = useRef<HTMLSpanElement>(null)
  const [near, setNear] = useState(loading === 'eager' || BROWSER_CAN_WAIT || !canTellInView())
  useInView(frame, !near, (inView) => inView && setNear(true))

  return (
    <span ref={frame} className={cx(styles.frame, ink.className, className)}>
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
              onLoad={ink.onLoad}
              onError={() => setFailed(src)}
            />
          </picture>
        )
      )}
    </span>
  )
}

import { type ComponentProps, useEffect, useState } from 'react'
import { trimToInk } from '../lib/trim-to-ink'
import { cx } from './cx'
import styles from './InkPicture.module.css'

interface InkPictureProps extends ComponentProps<'img'> {
  /** Address of dark ink on white paper. */
  src: string
  alt: string
}

/**
 * Handwriting without a frame and without the empty paper around it. Its paper is that of the page, also with dark
 * display. Its class sets the height, so that nothing moves when it has been trimmed. A picture that this browser can't
 * trim is shown whole.
 */
export function InkPicture({ src, alt, className, ...img }: InkPictureProps) {
  const [trimmed, setTrimmed] = useState<{ of: string; src: string }>()
  useEffect(() => {
    let isCurrent = true
    trimToInk(src)
      .catch(() => src)
      .then((found) => isCurrent && setTrimmed({ of: src, src: found }))
    return () => {
      isCurrent = false
    }
  }, [src])
  const shown = trimmed?.of === src ? trimmed.src : undefined
  return (
    <img
      {...img}
      className={cx(styles.ink, shown === undefined && styles.untrimmed, className)}
      src={shown ?? src}
      alt={alt}
    />
  )
}

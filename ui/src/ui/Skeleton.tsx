import type { ComponentProps } from 'react'
import { usePlaceholder } from '../lib/placeholders'
import { cx } from './cx'
import styles from './Skeleton.module.css'

interface SkeletonProps extends ComponentProps<'div'> {
  /** Status for screen readers, visible on paper display. Empty for all but one of several skeletons. */
  label?: string
  /** Size of the picture in pixels. */
  picture?: { width: number; height: number }
  /** Number of text lines. */
  lines?: number
}

/** Placeholder of the same size as the content that is loading. */
export function Skeleton({
  label = 'Loading…',
  picture,
  lines = picture ? 0 : 3,
  className,
  ...div
}: SkeletonProps) {
  usePlaceholder()
  return (
    <div {...div} className={cx(styles.skeleton, className)}>
      {label && (
        <p role="status" className={styles.words}>
          {label}
        </p>
      )}
      <div className={styles.shapes} aria-hidden="true">
        {picture && <Box {...picture} />}
        {Array.from({ length: lines }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same.
          <span key={line} className={styles.line} />
        ))}
      </div>
    </div>
  )
}

/** Reserves an aspect ratio at any width, also in engines without `aspect-ratio`. */
export function Box({ width, height }: { width: number; height: number }) {
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      className={styles.box}
      aria-hidden="true"
    />
  )
}

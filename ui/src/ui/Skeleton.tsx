import type { ComponentProps } from 'react'
import { cx } from './cx'
import styles from './Skeleton.module.css'

interface SkeletonProps extends ComponentProps<'div'> {
  /** Read out, and on paper display shown. Empty for all but one of several that wait together. */
  label?: string
  /** The picture that comes first, in its own pixels. */
  picture?: { width: number; height: number }
  /** The lines of text that come. */
  lines?: number
}

/** Holds the place of what is on its way, as large as that will be, so that nothing jumps. */
export function Skeleton({
  label = 'Loading…',
  picture,
  lines = picture ? 0 : 3,
  className,
  ...div
}: SkeletonProps) {
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
          // biome-ignore lint/suspicious/noArrayIndexKey: one line is as good as another.
          <span key={line} className={styles.line} />
        ))}
      </div>
    </div>
  )
}

/** Keeps the shape of a picture at any width, also in engines without `aspect-ratio`. */
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

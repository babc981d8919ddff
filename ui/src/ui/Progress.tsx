import type { ComponentProps } from 'react'
import { cx } from './cx'
import styles from './Progress.module.css'

interface ProgressProps extends Omit<ComponentProps<'progress'>, 'value' | 'max'> {
  label: string
  /** 0 to 100; undefined if the end is unknown. */
  percent?: number
}

export function Progress({ label, percent, className, ...progress }: ProgressProps) {
  return (
    <progress
      aria-label={label}
      {...progress}
      className={cx(styles.progress, className)}
      max={100}
      value={percent}
    />
  )
}

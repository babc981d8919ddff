import type { ComponentProps } from 'react'
import styles from './Badge.module.css'
import { cx } from './cx'

interface BadgeProps extends ComponentProps<'span'> {
  /** Red, for the state that readers look for. */
  seal?: boolean
  /** Green, for a state that is reached. */
  good?: boolean
}

export function Badge({ seal = false, good = false, className, ...span }: BadgeProps) {
  return (
    <span
      {...span}
      className={cx(styles.badge, seal && styles.seal, good && styles.good, className)}
    />
  )
}

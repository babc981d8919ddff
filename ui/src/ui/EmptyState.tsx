import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx'
import styles from './EmptyState.module.css'

interface EmptyStateProps extends Omit<ComponentProps<'div'>, 'title'> {
  drawing: ReactNode
  /** One sentence. */
  title: string
  /** Link or button for the next step. */
  action?: ReactNode
}

/** Placeholder for an empty list. */
export function EmptyState({
  drawing,
  title,
  action,
  className,
  children,
  ...div
}: EmptyStateProps) {
  return (
    <div {...div} className={cx(styles.empty, className)}>
      <div className={styles.drawing}>{drawing}</div>
      <p>
        <strong>{title}</strong>
      </p>
      {children}
      {action}
    </div>
  )
}

import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx'
import styles from './EmptyState.module.css'

interface EmptyStateProps extends Omit<ComponentProps<'div'>, 'title'> {
  drawing: ReactNode
  /** One sentence. */
  title: string
  /** One way on. */
  action?: ReactNode
}

/** What stands where a list would be. */
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

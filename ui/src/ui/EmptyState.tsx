import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

interface EmptyStateProps {
  drawing: ReactNode
  /** One sentence. */
  title: string
  /** One way on. */
  action?: ReactNode
  children?: ReactNode
}

/** What stands where a list would be. */
export function EmptyState({ drawing, title, action, children }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <div className={styles.drawing}>{drawing}</div>
      <p>
        <strong>{title}</strong>
      </p>
      {children}
      {action}
    </div>
  )
}

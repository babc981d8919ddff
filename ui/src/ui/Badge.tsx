import type { ReactNode } from 'react'
import styles from './Badge.module.css'

interface BadgeProps {
  /** The red mark, for the state that readers look for. */
  seal?: boolean
  children: ReactNode
}

export function Badge({ seal = false, children }: BadgeProps) {
  return <span className={`${styles.badge} ${seal ? styles.seal : ''}`}>{children}</span>
}

import type { ComponentProps } from 'react'
import styles from './Card.module.css'
import { cx } from './cx'

/** Sheet with a folded corner. */
export function Card({ className, ...div }: ComponentProps<'div'>) {
  return <div {...div} className={cx(styles.card, className)} />
}

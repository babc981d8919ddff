import type { ComponentProps } from 'react'
import styles from './Card.module.css'
import { classes } from './classes'

/** A sheet with a folded corner. */
export function Card({ className, ...div }: ComponentProps<'div'>) {
  return <div {...div} className={classes(styles.card, className)} />
}

import type { ComponentProps } from 'react'
import { cx } from './cx'
import styles from './Table.module.css'

/**
 * Table. On a phone each row is a block without the head, so cells that need their heading repeat
 * it as `data-label`.
 */
export function Table({ className, ...table }: ComponentProps<'table'>) {
  return <table {...table} className={cx(styles.table, className)} />
}

/** Cell with the menu of a row: at its end, on a phone in its corner, hidden in print. */
export function ActionsCell({ className, ...cell }: ComponentProps<'td'>) {
  return <td {...cell} className={cx(styles.actions, className)} />
}

import type { ComponentProps } from 'react'
import { cx } from './cx'
import styles from './Table.module.css'

/**
 * Things in rows. On a phone each row is a block of lines: the head goes, so a cell that needs its
 * heading to be understood says it as `data-label`.
 */
export function Table({ className, ...table }: ComponentProps<'table'>) {
  return <table {...table} className={cx(styles.table, className)} />
}

/** What can be done about a row, at its end; on a phone in its corner. Paper does nothing. */
export function ActionsCell({ className, ...cell }: ComponentProps<'td'>) {
  return <td {...cell} className={cx(styles.actions, className)} />
}

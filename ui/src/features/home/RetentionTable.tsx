import type { RetentionRow } from './data-retention'
import styles from './RetentionTable.module.css'

interface RetentionTableProps {
  title: string
  rows: RetentionRow[]
  /** Names that a browser shows, written as it shows them. */
  code?: boolean
}

/** What is kept in one place. On narrow screens every row becomes a small card. */
export function RetentionTable({ title, rows, code = false }: RetentionTableProps) {
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{title}</caption>
      <thead className={styles.head}>
        <tr>
          <th scope="col">What</th>
          <th scope="col">What for</th>
          <th scope="col">How long</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ what, why, until }) => (
          <tr key={what} className={styles.row}>
            <th scope="row">{code ? <code>{what}</code> : what}</th>
            <td>{why}</td>
            <td>{until}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

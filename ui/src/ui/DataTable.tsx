import type { ReactNode } from 'react'
import { cx } from './cx'
import styles from './DataTable.module.css'
import { FilterField, type Findable, useFiltered } from './FilterField'
import { ActionsCell, Table } from './Table'

export interface Column<Row> {
  head: string
  /** Marks the column that names the row. */
  rowHeader?: boolean
  /** Shows the heading before the cell on a phone. */
  showLabelOnMobile?: boolean
  /** Never breaks the cell over lines. */
  nowrap?: boolean
  className?: string
  cell(row: Row): ReactNode
}

interface DataTableProps<Row> {
  /** Accessible name of the table. */
  label: string
  rows: readonly Row[]
  keyOf(row: Row): string
  columns: readonly Column<Row>[]
  /** Menu of a row, in a column with a visually hidden heading. */
  actions?(row: Row): ReactNode
  /** Filter for the rows; the address holds its text. */
  find?: Findable<Row>
  /** Content shown without rows. */
  empty: ReactNode
}

/** Table with a filter and an action menu for each row. */
export function DataTable<Row>({ rows, find, empty, ...table }: DataTableProps<Row>) {
  if (rows.length === 0) return empty
  if (!find) return <Rows {...table} rows={rows} />
  return <Findings {...table} rows={rows} find={find} />
}

type RowsProps<Row> = Omit<DataTableProps<Row>, 'find' | 'empty'>

function Findings<Row>({ rows, find, ...table }: RowsProps<Row> & { find: Findable<Row> }) {
  const found = useFiltered(rows, find)
  return (
    <div className="stack">
      <FilterField find={find} found={found.length} of={rows.length} />
      {found.length > 0 && <Rows {...table} rows={found} />}
    </div>
  )
}

function Rows<Row>({ label, rows, keyOf, columns, actions }: RowsProps<Row>) {
  return (
    <Table aria-label={label} className={cx(styles.listing, actions && styles.withActions)}>
      <thead>
        <tr>
          {columns.map(({ head }) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
          {actions && (
            <th scope="col" className={styles.actions}>
              <span className="visually-hidden">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column) => (
              <Cell key={column.head} column={column} row={row} />
            ))}
            {actions && <ActionsCell>{actions(row)}</ActionsCell>}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { head, rowHeader, showLabelOnMobile, nowrap, cell } = column
  const content = cell(row)
  const className = cx(column.className, nowrap && styles.nowrap) || undefined
  if (rowHeader) {
    return (
      <th scope="row" className={className}>
        {content}
      </th>
    )
  }
  return (
    <td className={className} data-label={showLabelOnMobile ? head : undefined}>
      {content}
    </td>
  )
}

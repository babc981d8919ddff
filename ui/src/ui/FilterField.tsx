import { useRef } from 'react'
import { useSearchParams } from 'wouter'
import { formatNumber, plural } from '../lib/format'
import { Button } from './Button'
import { TextField } from './TextField'

/** Filter of a list. */
export interface Findable<Row> {
  /** Label, such as "Find a member". */
  label: string
  /** Hint that names the searched fields. */
  hint: string
  textOf(row: Row): string
  /** Number of items, such as "1 member" and "# members". */
  counted: readonly [one: string, other: string]
}

/** Filter text in the address. */
const useFilterText = () => useSearchParams()[0].get('q') ?? ''

/** Rows that contain every word of the filter text. */
export function useFiltered<Row>(rows: readonly Row[], { textOf }: Findable<Row>): Row[] {
  const words = useFilterText().toLowerCase().split(/\s+/)
  return rows.filter((row) => {
    const text = textOf(row).toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

interface FilterFieldProps {
  find: Pick<Findable<never>, 'label' | 'hint' | 'counted'>
  found: number
  of: number
}

/** Field for the filter text, with the number of matching rows. */
export function FilterField({ find: { label, hint, counted }, found, of }: FilterFieldProps) {
  const filterText = useFilterText()
  const setQuery = useSearchParams()[1]
  const field = useRef<HTMLInputElement>(null)
  const search = (text: string) =>
    setQuery(
      (query) => {
        if (text) query.set('q', text)
        else query.delete('q')
        return query
      },
      { replace: true },
    )
  const showAll = () => {
    // The button is about to be removed.
    field.current?.focus()
    search('')
  }
  return (
    <>
      <div className="screen-only">
        <TextField
          ref={field}
          name="q"
          label={label}
          hint={hint}
          type="search"
          autoCapitalize="none"
          value={filterText}
          onChange={({ target }) => search(target.value)}
        />
      </div>
      <div className="row">
        <p role="status" className="meta">
          {filterText
            ? `Showing ${formatNumber(found)} of ${formatNumber(of)}`
            : plural(of, ...counted)}
        </p>
        {filterText && found === 0 && <Button onClick={showAll}>Show all</Button>}
      </div>
    </>
  )
}

import { useRef } from 'react'
import { useSearchParams } from 'wouter'
import { formatNumber } from '../lib/format'
import { Button } from './Button'
import { TextField } from './TextField'

/** How one of many is found by words. */
export interface Findable<Row> {
  /** Such as "Find somebody", ... */
  label: string
  /** ... and by what. */
  hint: string
  textOf(row: Row): string
  /** One and many of what is counted. */
  counted: readonly [one: string, many: string]
}

/** What the address asks for. */
const useFilterText = () => useSearchParams()[0].get('q') ?? ''

/** Those rows that have every word that the address asks for. */
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

/** A field for the words, which the address keeps, and how many rows have them. */
export function FilterField({ find: { label, hint, counted }, found, of }: FilterFieldProps) {
  const wanted = useFilterText()
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
    // The button is about to go.
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
          value={wanted}
          onChange={({ target }) => search(target.value)}
        />
      </div>
      <div className="row">
        <p role="status" className="meta">
          {wanted && `${formatNumber(found)} of `}
          {formatNumber(of)} {of === 1 ? counted[0] : counted[1]}
        </p>
        {wanted && found === 0 && <Button onClick={showAll}>Show all</Button>}
      </div>
    </>
  )
}

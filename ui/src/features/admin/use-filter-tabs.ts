import { useSearchParams } from 'wouter'

interface Filter {
  label: string
  /** Value of the parameter in the query of the address; undefined for all items. */
  value: string | undefined
}

/**
 * Tabs that filter a list by a parameter in the query of the address, and the filter that it selects: the first one without a
 * known value.
 */
export function useFilterTabs<Filters extends readonly [Filter, ...Filter[]]>(
  parameter: string,
  filters: Filters,
  hrefOf: (value: Filters[number]['value']) => string,
) {
  const selected = useSearchParams()[0].get(parameter)
  const shown: Filters[number] = filters.find(({ value }) => value === selected) ?? filters[0]
  const tabs = filters.map(({ label, value }) => ({
    label,
    value,
    href: hrefOf(value),
    current: value === shown.value,
  }))
  return { shown, tabs }
}

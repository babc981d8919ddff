import { type ReactNode, useRef } from 'react'
import { useListShortcuts } from '../../lib/use-list-shortcuts'

/** Shortcuts for like and comment. */
const KEYS = ['l', 'c']

/** Grid of cards, three per row if there is room. */
export function PostGrid({ children }: { children: ReactNode }) {
  const grid = useRef<HTMLUListElement>(null)
  useListShortcuts(grid, KEYS)
  return (
    <ul ref={grid} className="cards">
      {children}
    </ul>
  )
}

import { type ReactNode, useRef } from 'react'
import { useListShortcuts } from '../../lib/use-list-shortcuts'

/** Like, and comment. */
const KEYS = ['l', 'c']

/** Cards, three side by side where there is room. */
export function PostGrid({ children }: { children: ReactNode }) {
  const grid = useRef<HTMLUListElement>(null)
  useListShortcuts(grid, KEYS)
  return (
    <ul ref={grid} className="cards">
      {children}
    </ul>
  )
}

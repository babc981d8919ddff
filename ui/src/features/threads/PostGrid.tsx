import { type ReactNode, useRef } from 'react'
import { useCardShortcuts } from './use-card-shortcuts'

/** Cards, three side by side where there is room. */
export function PostGrid({ children }: { children: ReactNode }) {
  const grid = useRef<HTMLUListElement>(null)
  useCardShortcuts(grid)
  return (
    <ul ref={grid} className="cards">
      {children}
    </ul>
  )
}

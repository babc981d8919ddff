import { type ReactNode, useRef } from 'react'
import { useCardKeys } from './use-card-keys'

/** Cards, three side by side where there is room. */
export function PostGrid({ children }: { children: ReactNode }) {
  const grid = useRef<HTMLUListElement>(null)
  useCardKeys(grid)
  return (
    <ul ref={grid} className="cards">
      {children}
    </ul>
  )
}

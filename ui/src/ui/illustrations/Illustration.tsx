import type { ReactNode } from 'react'

interface DrawingProps {
  /** Left edge of the view box. */
  left?: number
  width: number
  height: number
  children: ReactNode
}

/** Decorative line drawing in the text colour. */
export function Illustration({ left = 0, width, height, children }: DrawingProps) {
  return (
    <svg
      viewBox={`${left} 0 ${width} ${height}`}
      width={width}
      height={height}
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}

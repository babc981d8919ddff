import type { ReactNode } from 'react'

interface DrawingProps {
  /** Where the drawing begins. */
  left?: number
  width: number
  height: number
  children: ReactNode
}

/** A line drawing in the colour of the text around it. It says nothing that the text does not. */
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

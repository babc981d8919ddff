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

interface SealProps {
  x: number
  y: number
  size?: number
}

/** The one red mark: wax, pressed with a folded page. */
export function Seal({ x, y, size = 1 }: SealProps) {
  return (
    <g transform={`translate(${x} ${y}) scale(${size})`}>
      <path
        fill="var(--seal)"
        stroke="none"
        d="M28-1C28 7 26 12 21 17 16 23 10 23 4 25-3 27-7 29-13 26-19 23-21 18-25 11-28 3-27-4-25-11-23-19-19-21-12-25-6-28-2 -27 5-26 13-24 18-23 23-18 27-13 28-8 28-1Z"
      />
      <circle r="17.500" stroke="var(--on-seal)" strokeWidth="1.500" />
      <path stroke="var(--on-seal)" strokeWidth="2" d="M-7-9H2L8-3V9H-7ZM2-9V-3H8M-3 2H3" />
    </g>
  )
}

interface PencilProps {
  /** Position of the point. */
  x: number
  y: number
  /** Rotation around the point in degrees, clockwise. */
  angle: number
  size?: number
}

/** A six-sided pencil. */
export function Pencil({ x, y, angle, size = 1 }: PencilProps) {
  return (
    <g transform={`translate(${x} ${y}) rotate(${angle}) scale(${size})`}>
      <path fill="var(--page)" d="M0 0 31-11H178q8 0 8 8v6q0 8-8 8H31Z" />
      <path d="M31-11q-6 4 0 7.500-6 3.500 0 7-6 4 0 7.500" />
      <path strokeWidth="1.500" d="M31-3.500H152M31 3.500H152" />
      <path fill="var(--sunk)" d="M152-11h14V11H152Z" />
      <path fill="currentColor" d="M0 0 10-3.500Q8 0 10 3.500Z" />
    </g>
  )
}

/**
 * Strokes that look like joined-up writing, from one point of the line to the next. Deliberately no
 * letters: real handwriting on these pages belongs to members.
 */
const STROKES: Record<string, { path: string; width: number }> = {
  e: { path: 'c9-2 7-9 3-8s-4 8 5 8', width: 8 },
  l: { path: 'c10-5 9-20 4-18s-4 18 5 18', width: 9 },
  n: { path: 'c1-5 4-8 6-8s2 5 3 8', width: 9 },
  m: { path: 'c1-5 4-8 5-8s2 5 2 8c1-5 4-8 6-8s2 5 3 8', width: 16 },
  u: { path: 'c3-2 4-5 4-8s0 8 4 8', width: 8 },
  g: { path: 'c3-2 4-5 4-8s0 17-5 17s0-7 9-9', width: 8 },
  d: { path: 'c-1-10 8-9 7-5s-6 6-2 3s4-11 4-16s-2 18 3 18', width: 12 },
  r: { path: 'c3-3 4-6 4-9s5-1 5 3s-1 6 2 6', width: 11 },
}
const SPACE = 8

/** Path data of strokes from a point. Other characters are spaces. */
function write(left: number, top: number, strokes: string, size: number): string {
  const scaled = (number: string | number) => ` ${Math.round(Number(number) * size * 10) / 10}`
  let [path, x, lifted] = ['', left, true]
  for (const name of strokes) {
    const stroke = STROKES[name]
    if (stroke) {
      path += (lifted ? `M${x} ${top}` : '') + stroke.path.replace(/-?\d+/g, scaled)
    }
    x += Number(scaled(stroke ? stroke.width : SPACE))
    lifted = !stroke
  }
  return path
}

interface HandwritingProps {
  left: number
  /** Baseline of the first row. */
  top: number
  rows: string[]
  /** Distance between rows. */
  leading: number
  /** Scale; 1 makes small letters 8 units high. */
  size?: number
}

/** Rows of handwriting in a drawing. */
export function Handwriting({ left, top, rows, leading, size = 1 }: HandwritingProps) {
  const path = rows.map((row, index) => write(left, top + index * leading, row, size)).join('')
  return <path strokeWidth={1 + size * 0.9} d={path} />
}

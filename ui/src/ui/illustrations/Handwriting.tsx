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

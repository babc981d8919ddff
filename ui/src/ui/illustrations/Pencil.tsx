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

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

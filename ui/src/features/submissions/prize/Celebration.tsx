import styles from './Celebration.module.css'

/** Places around the middle, in percent, with a turn each: the same every time, so that nothing jumps. */
const PIECES = [
  [6, 40, 20],
  [16, 12, 60],
  [27, 58, 110],
  [38, 22, 15],
  [49, 66, 75],
  [60, 16, 140],
  [71, 52, 35],
  [82, 26, 95],
  [93, 60, 50],
] as const

/** Paper snippets over a win. They lie still where motion is not wanted, and on paper displays. */
export function Celebration() {
  return (
    <svg className={styles.snippets} viewBox="0 0 100 80" aria-hidden="true">
      {PIECES.map(([x, y, turn], index) => (
        <g key={x} className={styles.snippet} style={{ animationDelay: `${index * 60}ms` }}>
          <rect
            fill={index % 2 ? 'var(--seal)' : 'currentColor'}
            x={x}
            y={y}
            width="4"
            height="7"
            rx="0.6"
            transform={`rotate(${turn} ${x + 2} ${y + 3.5})`}
          />
        </g>
      ))}
    </svg>
  )
}

import styles from './HandwritingMatch.module.css'
import type { HandwritingMatch as Match } from './queries'

interface HandwritingMatchProps {
  /** URL of the picture that the line is in. */
  image: string
  match: Match
  /** Name of the author of the handwriting. */
  author: string
}

/**
 * Line of handwriting that may contain the words of a search, with their places marked. The server has read it, which may be wrong, so
 * that the line itself is shown and nothing is claimed.
 */
export function HandwritingMatch({ image, match, author }: HandwritingMatchProps) {
  const { line, marks, width, height, text } = match
  const margin = Math.round(line.height * 0.1)
  const view = [
    line.left - margin,
    line.top - margin,
    line.width + 2 * margin,
    line.height + 2 * margin,
  ]
  return (
    <figure className={styles.match}>
      <figcaption className="meta">Handwriting that may contain your words</figcaption>
      <svg
        className={styles.line}
        viewBox={view.join(' ')}
        preserveAspectRatio="xMinYMid"
        role="img"
        aria-label={`Handwriting of ${author}, which may say: ${text.text}`}
      >
        <image className={styles.ink} href={image} width={width} height={height} />
        {marks.map(({ left, top, width, height }) => (
          <rect key={left} className={styles.mark} x={left} y={top} width={width} height={height} />
        ))}
      </svg>
    </figure>
  )
}

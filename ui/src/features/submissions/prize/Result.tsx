import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { plural } from '../../../lib/format'
import { usePlaysPrizePeg } from '../../../lib/session'
import { getStored, setStored } from '../../../lib/storage'
import { paths } from '../../../paths'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { ButtonLink } from '../../../ui/ButtonLink'
import { Card } from '../../../ui/Card'
import { Skeleton } from '../../../ui/Skeleton'
import { type Draw, type StoredPlay, useSubmitPlay } from '../queries'
import styles from './Result.module.css'

/** Delay before the stored draw is read, in milliseconds: the browser may still be writing it. */
const REVEAL_DELAY_MS = 500

/** Result of a play; renders nothing without one. Until that is known it has a placeholder, so that the footer doesn't move. */
export function Result() {
  const [entry, setEntry] = useState<StoredPlay>()
  const [isRead, setRead] = useState(false)
  const plays = usePlaysPrizePeg()
  useEffect(() => {
    const timer = setTimeout(() => {
      setEntry(parseStoredPlay(getStored('prizepeg')))
      setRead(true)
    }, REVEAL_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isRead && plays) return <Skeleton label="" lines={4} />
  if (!entry) return null
  return (
    <Card>
      <section className="stack" aria-labelledby="prizepeg">
        {entry.draw ? (
          <Drawn draw={entry.draw} />
        ) : (
          <PendingDraw play={entry.play} onDrawn={setEntry} />
        )}
      </section>
    </Card>
  )
}

function Drawn({ draw }: { draw: Draw }) {
  const title = draw.won ? 'You have won!' : 'No win this time'
  return (
    <>
      {draw.won && <CelebrationOnce play={draw.play} />}
      <h2 id="prizepeg">{title}</h2>
      <p role="status">{messageFor(draw)}</p>
      {draw.won && (
        <div className="row">
          <ButtonLink href={paths.payout} variant="primary">
            Claim Your Prize
          </ButtonLink>
        </div>
      )}
      <p className="meta">
        Play {draw.play}. <Link href={paths.draws(draw.play.split('.')[0])}>Check the draw</Link>{' '}
        when its day is over.
      </p>
    </>
  )
}

function messageFor({ won, limited, entry, winning, reward }: Draw): string {
  if (won) return `Your peg ${entry} is among the winning ones. You have won ${reward}.`
  if (limited) {
    return `Your peg ${entry} is among the winning ones, but all wins of today are already taken.`
  }
  const pegs = winning.join(', ')
  if (!entry) {
    return plural(
      winning.length,
      'You played no peg. The winning peg was {pegs}.',
      'You played no peg. The winning pegs were {pegs}.',
      { pegs },
    )
  }
  return plural(
    winning.length,
    'You played {entry}. The winning peg was {pegs}.',
    'You played {entry}. The winning pegs were {pegs}.',
    { entry, pegs },
  )
}

interface PendingDrawProps {
  play: string
  onDrawn(entry: StoredPlay): void
}

/** Play whose draw failed because the connection was lost, with a button to try again. */
function PendingDraw({ play, onDrawn }: PendingDrawProps) {
  const draw = useSubmitPlay(play, onDrawn)
  return (
    <>
      <h2 id="prizepeg">Your draw is pending</h2>
      <p>Your form has arrived, but the draw failed. Nothing is lost.</p>
      {draw.data && <Banner tone="warn">The draw failed again. Please try later.</Banner>}
      <div className="row">
        <Button variant="primary" busy={draw.isPending} onClick={() => draw.mutate()}>
          Draw now
        </Button>
      </div>
    </>
  )
}

/** Celebrates a win once, however often the page is opened. */
function CelebrationOnce({ play }: { play: string }) {
  const [celebrates] = useState(() => getStored('hasCelebrated') !== play)
  useEffect(() => setStored({ hasCelebrated: play }), [play])
  return celebrates ? <Celebration /> : null
}

/** Positions around the middle in percent, each with a rotation; fixed, so that nothing jumps. */
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

/** Confetti over a win. Still with reduced motion and on paper display. */
function Celebration() {
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

/** Parses the stored play; undefined for anything else. */
function parseStoredPlay(text: string | null): StoredPlay | undefined {
  try {
    const entry: unknown = JSON.parse(text ?? '')
    return isStoredPlay(entry) ? entry : undefined
  } catch {
    return undefined
  }
}

const isStoredPlay = (value: unknown): value is StoredPlay =>
  typeof value === 'object' && value !== null && 'play' in value && typeof value.play === 'string'

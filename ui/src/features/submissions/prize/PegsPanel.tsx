import { useState } from 'react'
import { errorMessage } from '../../../lib/api-error'
import { withBasePath } from '../../../lib/base'
import { serverConfig } from '../../../lib/server-config'
import { usePlaysPrizePeg } from '../../../lib/session'
import { paths } from '../../../paths'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { Disclosure } from '../../../ui/Disclosure'
import { Progress } from '../../../ui/Progress'
import { type Source, usePegs } from '../queries'
import styles from './PegsPanel.module.css'

const LIMIT =
  'You have hit the daily win limit for this game. Check back at a later date to play again.'

/** The game in one line, which opens to the grid as it was read, to confirm before it is played. */
export function PegsPanel({ pegs }: { pegs: PegReading }) {
  if (pegs.step === 'disabled') return null
  return (
    <section aria-label="PrizePeg">
      <Content pegs={pegs} />
    </section>
  )
}

function Content({ pegs }: { pegs: PegReading }) {
  switch (pegs.step) {
    case 'disabled':
      return null
    case 'from-phone':
      return (
        <p>
          This form came from your phone, so it doesn’t take part in the game. To play, remove it
          and add the file here.
        </p>
      )
    case 'loading':
      return (
        <div className="stack" role="status">
          <p>Your pegs are being read…</p>
          <Progress label="Reading your pegs" />
        </div>
      )
    case 'failed':
      return (
        <Banner tone="error">
          <p>{errorMessage(pegs.error, 'Your pegs could not be read.')}</p>
          <Button onClick={pegs.again}>Try again</Button>
        </Banner>
      )
    case 'limit':
      return <p>{LIMIT}</p>
    case 'no-grid':
      return <p>This form has no grid of pegs. You can still submit your answers.</p>
    case 'read':
      return <Grid {...pegs} />
  }
}

function Grid({ marks, words, play, onShown }: Extract<PegReading, { step: 'read' }>) {
  return (
    <Disclosure
      summary={
        play
          ? `PrizePeg: ${words} Please confirm your pick before you submit.`
          : `PrizePeg: ${words}`
      }
    >
      <div className={styles.read}>
        {/* Loaded while it is folded: its arrival enables the buttons. */}
        <div className={styles.grid}>
          <img src={marks} alt={words} onLoad={onShown} onError={onShown} />
        </div>
        <div className="stack">
          <p>
            {play
              ? 'The ringed peg is your pick. Crossed-out pegs don’t count.'
              : 'Mark a peg and add the file again if you would like to play.'}
          </p>
          <p className="meta">
            Each game submission is limited to one entry. Items in red are disregarded. <Terms />
          </p>
        </div>
      </div>
    </Disclosure>
  )
}

/** Opens in a tab of its own, because leaving this one loses the answers. */
const Terms = () => (
  <a
    href={serverConfig.prizeTerms ?? withBasePath(paths.helpFor('prizepeg'))}
    target="_blank"
    rel="noopener noreferrer"
  >
    Terms of the game<span className="visually-hidden"> (opens in a new tab)</span>
  </a>
)

/** State of a play. */
export type PegReading =
  /** The game is not played here, or not by guests. */
  | { step: 'disabled' }
  /** A phone has sent the form, so this browser has no file to read the pegs from. */
  | { step: 'from-phone' }
  | { step: 'loading' }
  | { step: 'failed'; error: Error; again(): void }
  /** The wins of today have been given out. */
  | { step: 'limit' }
  /** The form has no grid. */
  | { step: 'no-grid' }
  | {
      step: 'read'
      marks: string
      words: string
      /** Undefined if no peg is marked. */
      play: string | undefined
      /** Whether the picture has been rendered. */
      shown: boolean
      onShown(): void
    }

/** Reads the pegs of a file, once, with the number of credits that were found. */
export function usePegReading(
  bid: string,
  source: Source | undefined,
  credits: number,
): PegReading {
  const plays = usePlaysPrizePeg()
  const { data, error, refetch } = usePegs(bid, source, credits)
  const [shown, setShown] = useState<string>()
  if (!plays) return { step: 'disabled' }
  if (!source) return { step: 'from-phone' }
  if (error) return { step: 'failed', error, again: () => void refetch() }
  if (!data) return { step: 'loading' }
  if (data.reachedMaxDailyWins) return { step: 'limit' }
  const { marks, words } = data.dirty.display
  if (!marks) return { step: 'no-grid' }
  const [play, token] = [data.play ?? undefined, source.token]
  return {
    step: 'read',
    marks,
    words,
    play,
    shown: shown === token,
    onShown: () => setShown(token),
  }
}

import { useRef } from 'react'
import { Link } from 'wouter'
import { copyFrom } from '../../lib/copy'
import { paths } from '../../paths'
import { Badge } from '../../ui/Badge'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { Table } from '../../ui/Table'
import { TextArea } from '../../ui/TextArea'
import styles from './DrawsPage.module.css'
import {
  type CheckedDay,
  type CheckedPlay,
  type Day,
  isOver,
  type OpenDay,
  opensslCommand,
  type Play,
  verdictOn,
} from './draws'

interface DrawnDayProps {
  day: Day
  /** Result of the check, once the day is over. */
  checked?: CheckedDay
}

/** Facts of a day and the result of its check. */
export function DrawnDay({ day, checked }: DrawnDayProps) {
  const { commitment, winningPegs, wins, winsOfMember } = day
  const verdict = isOver(day) && checked ? verdictOn(day, checked) : undefined
  return (
    <div className="stack">
      {verdict ? (
        <Banner tone={verdict.right ? 'good' : 'error'}>{verdict.message}</Banner>
      ) : (
        <Banner>This day isn’t over. Its seed and draws appear here afterwards.</Banner>
      )}
      <dl className={styles.facts}>
        <dt>Fingerprint of the seed</dt>
        <dd>
          <code className={styles.code}>{commitment}</code>
        </dd>
        {day.seed && (
          <>
            <dt>Seed</dt>
            <dd>
              <code className={styles.code}>{day.seed}</code>
            </dd>
          </>
        )}
        <dt>Rules of the day</dt>
        <dd>
          Winning pegs in each draw: {winningPegs}. Wins per day: {wins}. Wins per member and day:{' '}
          {winsOfMember}.
        </dd>
      </dl>
      {checked && checked.plays.length > 0 && <DrawsTable plays={checked.plays} />}
      {isOver(day) && <Command day={day} />}
    </div>
  )
}

/** Shell command that repeats the check for one of the plays. */
function Command({ day }: { day: OpenDay }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const example = day.plays.find(({ winning }) => winning)?.play
  if (!example) return null
  return (
    <section className={`stack ${styles.yourself}`} aria-labelledby="command">
      <h3 id="command">Check it yourself</h3>
      <p>
        You don’t have to trust this page. In a terminal, this command prints the winning lots of
        play {example}, each with its peg.
      </p>
      <TextArea
        ref={field}
        name="command"
        label="Command"
        readOnly
        rows={6}
        spellCheck={false}
        className={styles.command}
        value={opensslCommand(day, example)}
        onFocus={({ target }) => target.select()}
      />
      <div>
        <Button onClick={() => field.current && copyFrom(field.current)}>Copy the command</Button>
      </div>
    </section>
  )
}

/** Number of a play within its day. */
const numberOf = ({ play }: Play) => play.split('.').pop()

/** Table of all plays of a day, without the players' names. */
function DrawsTable({ plays }: { plays: CheckedPlay[] }) {
  return (
    <Table>
      <caption className="visually-hidden">Every play of the day</caption>
      <thead>
        <tr>
          <th scope="col">Play</th>
          <th scope="col">Peg</th>
          <th scope="col">Winning pegs</th>
          <th scope="col">Outcome</th>
          <th scope="col">Check</th>
        </tr>
      </thead>
      <tbody>
        {plays.map(({ play, problem }) => (
          <tr key={play.play}>
            <th scope="row">
              <span aria-hidden="true">{numberOf(play)}</span>
              <span className="visually-hidden">Play {numberOf(play)}</span>
            </th>
            <td data-label="Peg">{play.entry ?? 'none'}</td>
            <td data-label="Winning pegs">{play.winning?.join(', ') ?? '–'}</td>
            <td>
              <Outcome play={play} />
            </td>
            <td data-label="Check">
              {problem ? <strong>Wrong. {problem}</strong> : play.winning ? 'Right' : '–'}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Outcome({ play: { won, limited, winning, moved } }: { play: Play }) {
  if (won) return <Badge seal>Won</Badge>
  if (limited) return 'The limit of the day was reached'
  if (winning) return 'Not won'
  if (!moved) return 'Not drawn'
  return (
    <>
      Drawn later, as <Link href={paths.draws(moved.split('.')[0])}>{moved}</Link>
    </>
  )
}

import { useRef } from 'react'
import { copyFrom } from '../../lib/copy'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { TextArea } from '../../ui/TextArea'
import styles from './DrawsPage.module.css'
import { DrawsTable } from './DrawsTable'
import { type CheckedDay, type Day, isOver, type OpenDay, opensslCommand, verdictOn } from './draws'

interface DrawnDayProps {
  day: Day
  /** Of a day that is over. */
  checked?: CheckedDay
}

/** What is known of a day, and whether it is right. */
export function DrawnDay({ day, checked }: DrawnDayProps) {
  const { commitment, winningPegs, wins, winsOfMember } = day
  const verdict = isOver(day) && checked ? verdictOn(day, checked) : undefined
  return (
    <div className="stack">
      {verdict ? (
        <Banner tone={verdict.right ? 'good' : 'error'}>{verdict.words}</Banner>
      ) : (
        <Banner>This day is not over. When it is, its seed and its draws are shown here.</Banner>
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
          {inWords(winningPegs, 'winning peg')} in each draw, {inWords(wins, 'win')} for all
          together, at most {winsOfMember} for one member.
        </dd>
      </dl>
      {checked && checked.plays.length > 0 && <DrawsTable plays={checked.plays} />}
      {isOver(day) && <Command day={day} />}
    </div>
  )
}

const inWords = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`

/** The check without this page, for one of the plays. */
function Command({ day }: { day: OpenDay }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const example = day.plays.find(({ winning }) => winning)?.play
  if (!example) return null
  return (
    <section className={`stack ${styles.yourself}`} aria-labelledby="command">
      <h3 id="command">By yourself</h3>
      <p>
        You need not trust this page: in a terminal this prints the winning lots of play {example},
        each with its peg.
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

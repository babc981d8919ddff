import { useEffect, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { ApiError, errorMessage, isNotFound } from '../../lib/api-error'
import { paths } from '../../paths'
import { Banner } from '../../ui/Banner'
import { ButtonLink } from '../../ui/ButtonLink'
import { required } from '../../ui/checks'
import { Form } from '../../ui/Form'
import { Page } from '../../ui/Page'
import { Skeleton } from '../../ui/Skeleton'
import { Submit } from '../../ui/Submit'
import { TextField } from '../../ui/TextField'
import { DrawnDay } from './DrawnDay'
import styles from './DrawsPage.module.css'
import { checkDay, type Day, isOver } from './draws'
import { useDay } from './queries'

/** Draws of one day, checked by the reader's own browser. The address names the day. */
export function DrawsPage() {
  const [query, setQuery] = useSearchParams()
  const wanted = query.get('day') || undefined
  const { data, error } = useDay(wanted, checkIfOver)
  const shown = data?.day.day ?? wanted
  const isPresent = data !== undefined && !data.checked
  return (
    <Page
      title="Check the draws"
      lead="Nobody chooses who wins. Your browser checks it by drawing every play again."
    >
      <div className={styles.parts}>
        <Rule />
        <section className="stack" aria-labelledby="day">
          <h2 id="day">{shown ? `The day ${shown}` : 'The day'}</h2>
          <DayForm day={shown} onChoose={(day) => setQuery({ day })} />
          <Neighbours day={shown} later={wanted !== undefined && !isPresent} />
          {data && <DrawnDay {...data} />}
          {error && <Banner tone="error">{drawsErrorMessage(error, wanted)}</Banner>}
          {!data && !error && <Skeleton label="Drawing every play again…" lines={6} />}
        </section>
      </div>
    </Page>
  )
}

function drawsErrorMessage(error: Error, day: string | undefined): string {
  if (isNotFound(error)) {
    return day
      ? `Nobody played on ${day}, or the day is in the future.`
      : 'Nobody has played the game here yet.'
  }
  if (error instanceof ApiError && error.status === 422) {
    return 'Enter a date such as 2026-11-22.'
  }
  return errorMessage(error, 'The draws could not be shown.')
}

function Rule() {
  return (
    <section className="stack prose" aria-labelledby="rule">
      <h2 id="rule">How a draw works</h2>
      <ol className={styles.rule}>
        <li>
          Every day has a secret of 32 random bytes, its seed. Its fingerprint, the SHA-256 of the
          seed, is published before the first play. Nobody can change the seed after that.
        </li>
        <li>
          In every play, each of the 49 pegs draws a lot. A lot is the HMAC-SHA256 of the play and
          the peg, such as <code>2026-11-22.17 E3</code>, keyed with the seed. The smallest lots
          win.
        </li>
        <li>
          When the day is over, the seed is published too. Anyone can then compute its fingerprint
          and all lots again.
        </li>
      </ol>
    </section>
  )
}

interface NeighboursProps {
  day: string | undefined
  /** Whether the day is over, so that there is a later one. */
  later: boolean
}

function Neighbours({ day, later }: NeighboursProps) {
  const before = day && dayAfter(day, -1)
  const after = later && day && dayAfter(day, 1)
  return (
    <nav className="row" aria-label="Days">
      {before && (
        <ButtonLink href={paths.draws(before)} rel="prev">
          <span aria-hidden="true">‹ </span>The day before
        </ButtonLink>
      )}
      {after && (
        <ButtonLink href={paths.draws(after)} rel="next">
          The day after<span aria-hidden="true"> ›</span>
        </ButtonLink>
      )}
      {later && (
        <ButtonLink href={paths.draws()} variant="quiet">
          The current day
        </ButtonLink>
      )}
    </nav>
  )
}

interface DayFormProps {
  /** Day that is shown. */
  day: string | undefined
  onChoose(day: string): void
}

/** Form to choose any day. It has a button because a half-typed date is another date. */
function DayForm({ day, onChoose }: DayFormProps) {
  const field = useRef<HTMLInputElement>(null)

  // A new form would take the focus from the button.
  useEffect(() => {
    if (field.current && day) field.current.value = day
  }, [day])

  return (
    <div className={styles.form}>
      <Form<'day'> onSubmit={(chosen) => onChoose(chosen.day)}>
        <TextField
          ref={field}
          name="day"
          label="Day"
          hint="Such as 2026-11-22"
          type="date"
          check={required('Choose a day.')}
        />
        <Submit variant="plain">Show this day</Submit>
      </Form>
    </div>
  )
}

/** A day with its checked draws, if it is over. */
const checkIfOver = async (day: Day) =>
  isOver(day) ? { day, checked: await checkDay(day) } : { day }

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/
const DAY_MS = 86_400_000

/** Date a number of days later, as `2026-11-22`; undefined if `day` is no date. */
export function dayAfter(day: string, days: number): string | undefined {
  const startMs = ISO_DATE.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  return Number.isNaN(startMs)
    ? undefined
    : new Date(startMs + days * DAY_MS).toISOString().slice(0, 10)
}

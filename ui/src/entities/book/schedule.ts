/** Dates of books: whether a book takes answers at a moment, and sentences about it. */

import { createStore } from '../../lib/create-store'
import { useDisplay } from '../../lib/display'
import { plural, toDate } from '../../lib/format'
import type { Book } from './queries'

export type Schedule = Book['schedule']
type Moment = NonNullable<Schedule['opens']>

/** Whether a book takes answers; one without dates is always open. */
export type Phase = 'upcoming' | 'open' | 'closed'

/** Book with the facts that decide when its next edition is made. */
export type DatedBook = Pick<Book, 'schedule' | 'edition' | 'newAnswers'>

const MINUTE_MS = 60_000
const MINUTES_AN_HOUR = 60
const HOURS_A_DAY = 24
/** Minimum number of days that are counted as days; fewer are counted in hours. */
const MIN_DAYS = 2

const timeOf = ({ at }: Moment) => toDate(at).getTime()

export function phaseAt({ opens, closes }: Schedule, now: number): Phase {
  if (opens && now < timeOf(opens)) return 'upcoming'
  return closes && now >= timeOf(closes) ? 'closed' : 'open'
}

/** "12 days left." Days and hours are rounded down, so that a reader has at least that long. */
export function formatTimeLeft(closes: Moment, now: number): string {
  const minutes = Math.max(1, Math.ceil((timeOf(closes) - now) / MINUTE_MS))
  const hours = Math.floor(minutes / MINUTES_AN_HOUR)
  const days = Math.floor(hours / HOURS_A_DAY)
  if (days >= MIN_DAYS) return plural(days, '1 day left.', '# days left.')
  return hours > 0
    ? plural(hours, 'Closes in 1 hour.', 'Closes in # hours.')
    : plural(minutes, 'Closes in 1 minute.', 'Closes in # minutes.')
}

/** Sentences about the dates of a book, the most important first; none if there is nothing to observe. */
export function describeDates(schedule: Schedule, now: number, countsDown: boolean): string[] {
  const { opens, closes } = schedule
  const phase = phaseAt(schedule, now)
  if (opens && phase === 'upcoming') {
    return [`Opens on ${opens.words}.`, ...(closes ? [`Closes on ${closes.words}.`] : [])]
  }
  if (!closes) return []
  if (phase === 'closed') return [`Closed on ${closes.words}.`]
  return [...(countsDown ? [formatTimeLeft(closes, now)] : []), `Open until ${closes.words}.`]
}

/** Sentence about a book that is made when it closes; undefined for one that is made by the number of its entries. */
export function describeReadiness(book: DatedBook, phase: Phase): string | undefined {
  const { schedule, edition, newAnswers } = book
  if (schedule.readyBy === 'entries') return undefined
  if (phase === 'closed') {
    return edition === 0 && newAnswers > 0 ? 'The book is being made.' : undefined
  }
  if (edition > 0) return 'The next edition is made when the book closes.'
  return schedule.readyBy === 'date'
    ? 'The book is made when it closes.'
    : 'The book is made when it closes, even with fewer entries.'
}

/** Reason why no answers can be handed in; undefined for an open book. */
export function describeClosure(schedule: Schedule, now: number): string | undefined {
  const { opens, closes } = schedule
  const phase = phaseAt(schedule, now)
  if (opens && phase === 'upcoming') {
    return `This book opens on ${opens.words}. You can write already, and hand it in then.`
  }
  return closes && phase === 'closed'
    ? `This book closed on ${closes.words}. No more answers can be handed in.`
    : undefined
}

/** Calls back at the beginning of every minute. */
function everyMinute(changed: () => void) {
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    timer = setTimeout(
      () => {
        changed()
        wait()
      },
      MINUTE_MS - (Date.now() % MINUTE_MS),
    )
  }
  wait()
  return () => clearTimeout(timer)
}

const ticking = createStore({}, everyMinute)
const still = createStore({})

const startOfMinute = () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS

/**
 * Beginning of the current minute, in milliseconds. Changes while a page with a dated book is open, except on paper display, where
 * every change flashes. Undefined in the build, which doesn't know the reader's clock.
 */
export function useMinute({ opens, closes }: Schedule): number | undefined {
  const isPaper = useDisplay() === 'paper'
  const changes = !isPaper && (opens || closes) ? ticking : still
  return changes.use<number | undefined>(startOfMinute, () => undefined)
}

const ALWAYS_OPEN: Schedule = { readyBy: 'entries' }

export function usePhase(schedule = ALWAYS_OPEN): Phase {
  const now = useMinute(schedule)
  return now === undefined ? 'open' : phaseAt(schedule, now)
}

import { isOutsideDates } from '../../lib/api-error'
import { useDisplay } from '../../lib/display'
import { Banner } from '../../ui/Banner'
import { cx } from '../../ui/cx'
import styles from './BookDates.module.css'
import {
  type DatedBook,
  describeClosure,
  describeDates,
  describeReadiness,
  phaseAt,
  type Schedule,
  useMinute,
} from './schedule'

interface BookDatesProps {
  book: DatedBook
  /** Leaves out when the next edition is made. */
  isBrief?: boolean
}

/** Sentences about when a book opens, closes and is made, with a countdown on screens. Renders nothing for a book without dates. */
export function BookDates({ book, isBrief = false }: BookDatesProps) {
  const { schedule } = book
  const minute = useMinute(schedule)
  const countsDown = useDisplay() !== 'paper'
  // In the build, the space of an open book is reserved.
  const now = minute ?? 0
  const [first, ...others] = describeDates(schedule, now, countsDown)
  const readiness = isBrief ? undefined : describeReadiness(book, phaseAt(schedule, now))
  if (!first) return null
  return (
    <p className={cx(styles.dates, minute === undefined && styles.unknown)}>
      <strong>{first}</strong> {[...others, readiness].filter(Boolean).join(' ')}
    </p>
  )
}

interface ClosureNoticeProps {
  schedule: Schedule
  /** Error of the last submission: if it is about the dates, its message says all. */
  error?: Error | null
}

/** Notice that a book takes no answers. Its buttons stay: the server's clock decides, and this device's may be wrong. */
export function ClosureNotice({ schedule, error = null }: ClosureNoticeProps) {
  const now = useMinute(schedule)
  const closure = now === undefined ? undefined : describeClosure(schedule, now)
  return closure && !isOutsideDates(error) && <Banner>{closure}</Banner>
}

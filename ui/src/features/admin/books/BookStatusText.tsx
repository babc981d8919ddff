import { BookDates } from '../../../entities/book/BookDates'
import { type Phase, usePhase } from '../../../entities/book/schedule'
import { formatNumber, plural, timeAgo, toDate } from '../../../lib/format'
import { Badge } from '../../../ui/Badge'
import styles from './BookStatusText.module.css'
import type { AdminBook } from './queries'

/** Status of a book: its published edition, the progress of the next one, and its dates. */
export function BookStatusText({ book }: { book: AdminBook }) {
  const { edition, lastFailure, publishing, compilingSince, missingPictures, schedule } = book
  const phase = usePhase(schedule)
  return (
    <>
      {edition > 0 && <Badge good>Edition {edition}</Badge>}
      {missingPictures.length > 0 && (
        <p className={styles.failure}>
          {plural(
            missingPictures.length,
            'Published without 1 picture',
            'Published without # pictures',
          )}
        </p>
      )}
      <p className={styles.next}>{nextEdition(book, phase)}</p>
      <BookDates book={book} isBrief={schedule.readyBy !== 'both' || phase === 'closed'} />
      {lastFailure && !publishing && !compilingSince && (
        <>
          <p className={styles.failure}>
            Publishing failed {timeAgo(toDate(lastFailure.at))}. {lastFailure.error}
          </p>
          <p className="meta">
            {lastFailure.nextAttemptAt
              ? `Next attempt ${timeAgo(toDate(lastFailure.nextAttemptAt))}.`
              : 'It won’t be tried again automatically.'}
          </p>
        </>
      )}
    </>
  )
}

function nextEdition(book: AdminBook, phase: Phase) {
  const { compilingSince, compiledPercent, publishing, newAnswers, publishAt, edition } = book
  const { readyBy } = book.schedule
  if (compilingSince) {
    const started = timeAgo(toDate(compilingSince))
    return typeof compiledPercent === 'number'
      ? `Publishing: ${compiledPercent}% (started ${started})`
      : `Publishing (started ${started})`
  }
  if (publishing) return 'Waiting to be published'
  if (readyBy !== 'entries' && phase === 'closed') return atClosing(book)
  if (readyBy === 'date') {
    return plural(
      newAnswers,
      'Collecting until it closes: 1 new answer',
      'Collecting until it closes: # new answers',
    )
  }
  const [count, limit] = [formatNumber(newAnswers), formatNumber(publishAt)]
  if (newAnswers >= publishAt) return `Ready to publish: ${count} of ${limit}`
  if (phase === 'closed') return `Closed without enough for an edition: ${count} of ${limit}`
  return edition > 0
    ? `Collecting for the next edition: ${count} of ${limit}`
    : `Collecting: ${count} of ${limit}`
}

/** Status of a book that has closed and is published then. */
function atClosing({ newAnswers, edition }: AdminBook) {
  if (newAnswers > 0) {
    return plural(newAnswers, 'Closed with 1 new answer', 'Closed with # new answers')
  }
  return edition > 0 ? 'Complete' : 'Closed without answers'
}

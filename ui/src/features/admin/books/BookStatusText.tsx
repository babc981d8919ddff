import { formatNumber, formatPictures, timeAgo, toDate, toSentence } from '../../../lib/format'
import { Badge } from '../../../ui/Badge'
import styles from './BookStatusText.module.css'
import type { AdminBook } from './queries'

/** Status of a book: its published edition and the progress of the next one. */
export function BookStatusText({ book }: { book: AdminBook }) {
  const { edition, lastFailure, publishing, compilingSince, missingPictures } = book
  return (
    <>
      {edition > 0 && <Badge seal>Edition {edition}</Badge>}
      {missingPictures.length > 0 && (
        <p className={styles.failure}>Published without {formatPictures(missingPictures.length)}</p>
      )}
      <p className={styles.next}>{nextEdition(book)}</p>
      {lastFailure && !publishing && !compilingSince && (
        <>
          <p className={styles.failure}>
            Publishing failed {timeAgo(toDate(lastFailure.at))}. {toSentence(lastFailure.error)}
          </p>
          <p className="meta">
            {lastFailure.nextAttemptAt
              ? `It is tried again ${timeAgo(toDate(lastFailure.nextAttemptAt))}.`
              : 'It won’t be tried again automatically.'}
          </p>
        </>
      )}
    </>
  )
}

function nextEdition(book: AdminBook) {
  const { compilingSince, compiledPercent, publishing, newAnswers, publishAt, edition } = book
  if (compilingSince) {
    const begun = `begun ${timeAgo(toDate(compilingSince))}`
    return typeof compiledPercent === 'number'
      ? `Being made: ${compiledPercent}% (${begun})`
      : `Being made (${begun})`
  }
  if (publishing) return 'Waits for its turn to be made'
  if (newAnswers >= publishAt)
    return `Ready: ${formatNumber(newAnswers)} of ${formatNumber(publishAt)}`
  const words = edition > 0 ? 'Collecting for the next' : 'Collecting'
  return `${words}: ${formatNumber(newAnswers)} of ${formatNumber(publishAt)}`
}

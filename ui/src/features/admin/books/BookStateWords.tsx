import { inPictures, withCommas } from '../../../lib/numbers'
import { timeAgo, toDate } from '../../../lib/time-ago'
import { Badge } from '../../../ui/Badge'
import type { AdminBook } from '../book-queries'
import styles from './BookStateWords.module.css'

/** How far a book is: what is published, and how far its next edition. */
export function BookStateWords({ book }: { book: AdminBook }) {
  const { edition, lastFailure, publishing, compilingSince, missingPictures } = book
  return (
    <>
      {edition > 0 && <Badge seal>Edition {edition}</Badge>}
      {missingPictures.length > 0 && (
        <p className={styles.failure}>Published without {inPictures(missingPictures.length)}</p>
      )}
      <p className={styles.next}>{nextEdition(book)}</p>
      {lastFailure && !publishing && !compilingSince && (
        <>
          <p className={styles.failure}>
            It could not be made {timeAgo(toDate(lastFailure.at))}: {lastFailure.error}
          </p>
          <p className="meta">
            {lastFailure.nextAttemptAt
              ? `It is tried again ${timeAgo(toDate(lastFailure.nextAttemptAt))}.`
              : 'It is not tried again by itself.'}
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
  if (newAnswers >= publishAt) return `Ready: ${withCommas(newAnswers)} of ${withCommas(publishAt)}`
  const words = edition > 0 ? 'Collecting for the next' : 'Collecting'
  return `${words}: ${withCommas(newAnswers)} of ${withCommas(publishAt)}`
}

import { formatNumber, plural, timeAgo, toDate } from '../../../lib/format'
import { Badge } from '../../../ui/Badge'
import styles from './BookStatusText.module.css'
import type { AdminBook } from './queries'

/** Status of a book: its published edition and the progress of the next one. */
export function BookStatusText({ book }: { book: AdminBook }) {
  const { edition, lastFailure, publishing, compilingSince, missingPictures } = book
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
      <p className={styles.next}>{nextEdition(book)}</p>
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

function nextEdition(book: AdminBook) {
  const { compilingSince, compiledPercent, publishing, newAnswers, publishAt, edition } = book
  if (compilingSince) {
    const started = timeAgo(toDate(compilingSince))
    return typeof compiledPercent === 'number'
      ? `Publishing: ${compiledPercent}% (started ${started})`
      : `Publishing (started ${started})`
  }
  if (publishing) return 'Waiting to be published'
  const [count, limit] = [formatNumber(newAnswers), formatNumber(publishAt)]
  if (newAnswers >= publishAt) return `Ready to publish: ${count} of ${limit}`
  return edition > 0
    ? `Collecting for the next edition: ${count} of ${limit}`
    : `Collecting: ${count} of ${limit}`
}

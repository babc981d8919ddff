import { type Edition, useEditions } from '../../api/books'
import { formatEntries } from '../../lib/numbers'
import { toDate } from '../../lib/time-ago'
import { paths } from '../../paths'
import { RelativeTime } from '../../ui/RelativeTime'

/** What was published of a book before its newest edition: it never changes, and it stays. */
export function EarlierEditions({ bid }: { bid: string }) {
  const [, ...earlier] = useEditions(bid)
  if (earlier.length === 0) return null
  return (
    <details>
      <summary>
        {earlier.length === 1 ? 'One earlier edition' : `${earlier.length} earlier editions`}
      </summary>
      <p>They stay as they were printed. The newest one lists what is new in it.</p>
      <ul>
        {earlier.map((edition) => (
          <Line key={edition.edition} bid={bid} {...edition} />
        ))}
      </ul>
    </details>
  )
}

function Line({ bid, edition, memos, pages, formats, publishedAt }: Edition & { bid: string }) {
  const published = toDate(publishedAt)
  return (
    <li>
      <a download href={paths.publishedBook(bid, { edition })}>
        Edition {edition}
      </a>
      {formats.includes('epub') && (
        <>
          {' '}
          (
          <a download href={paths.publishedBook(bid, { edition, format: 'epub' })}>
            EPUB<span className="visually-hidden"> of edition {edition}</span>
          </a>
          )
        </>
      )}
      <span className="meta">
        , <RelativeTime at={published} />, {formatEntries(memos)} on {pages} pages
      </span>
    </li>
  )
}

import { useRemovedMemos } from '../../api/memos'
import { toDate } from '../../lib/time-ago'
import { Banner } from '../../ui/Banner'
import { RelativeTime } from '../../ui/RelativeTime'

/** Notice of the member's entries in a book that an admin has removed, with the reasons. */
export function RemovedEntries({ bid }: { bid: string }) {
  const removed = useRemovedMemos(bid)
  if (removed.length === 0) return null
  return (
    <Banner tone="warn">
      <p>
        {removed.length === 1
          ? 'The admins have removed an entry of yours.'
          : `The admins have removed ${removed.length} entries of yours.`}{' '}
        You can answer the question anew.
      </p>
      <ul>
        {removed.map(({ id, question, qid, why, removedAt }) => (
          <li key={id}>
            Your answer to “{question || qid}”. The reason: “{why}”{' '}
            <RelativeTime className="meta" at={toDate(removedAt)} />
          </li>
        ))}
      </ul>
    </Banner>
  )
}

import { formatEntries, formatNumber } from '../../lib/format'
import { Badge } from '../../ui/Badge'
import { Tooltip } from '../../ui/Tooltip'
import type { Book } from './queries'

interface BookStatusProps extends Pick<Book, 'status' | 'compilingSince'> {
  /** Explains "Unpublished" in a tooltip. */
  explained?: boolean
}

const UNPUBLISHED =
  'This book is still collecting entries. Once it has enough, you can download it.'

/** Whether a book is collecting entries or published and, for admins, whether its next edition is being made. */
export function BookStatus({ status, compilingSince, explained = false }: BookStatusProps) {
  const unpublished = <Badge>Unpublished</Badge>
  return (
    <>
      {status === 'published' && <Badge good>Published</Badge>}
      {status !== 'published' &&
        (explained ? <Tooltip text={UNPUBLISHED}>{unpublished}</Tooltip> : unpublished)}
      {compilingSince && <Badge>Publishing</Badge>}
    </>
  )
}

/** Number of entries and, before the first edition, how many it needs. */
export const EntriesSoFar = ({ book }: { book: Book }) => (
  <>
    <span className="meta">{formatEntries(book.memoCount)}</span>
    {book.status !== 'published' && (
      <span className="meta">of {formatNumber(book.publishAt)} needed</span>
    )}
  </>
)

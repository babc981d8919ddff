import { formatEntries, formatNumber } from '../../lib/format'
import { Badge } from '../../ui/Badge'
import { Tooltip } from '../../ui/Tooltip'
import type { Book } from './queries'
import type { Schedule } from './schedule'

interface BookStatusProps extends Pick<Book, 'status' | 'compilingSince' | 'schedule'> {
  /** Explains "Unpublished" in a tooltip. */
  explained?: boolean
}

/** Explanations of "Unpublished", by what makes the book ready. */
const UNPUBLISHED: Record<Schedule['readyBy'], string> = {
  entries: 'This book is still collecting entries. Once it has enough, you can download it.',
  date: 'This book is still collecting entries. Once it has closed, you can download it.',
  both: 'This book is still collecting entries. Once it has enough or has closed, you can download it.',
}

/** Whether a book is collecting entries or published and, for admins, whether its next edition is being made. */
export function BookStatus(props: BookStatusProps) {
  const { status, compilingSince, schedule, explained = false } = props
  const unpublished = <Badge>Unpublished</Badge>
  return (
    <>
      {status === 'published' && <Badge good>Published</Badge>}
      {status !== 'published' &&
        (explained ? (
          <Tooltip text={UNPUBLISHED[schedule.readyBy]}>{unpublished}</Tooltip>
        ) : (
          unpublished
        ))}
      {compilingSince && <Badge>Publishing</Badge>}
    </>
  )
}

/** Number of entries and, before a first edition that is made by their number, how many it needs. */
export const EntriesSoFar = ({ book }: { book: Book }) => (
  <>
    <span className="meta">{formatEntries(book.memoCount)}</span>
    {book.status !== 'published' && book.schedule.readyBy !== 'date' && (
      <span className="meta">of {formatNumber(book.publishAt)} needed</span>
    )}
  </>
)

import { useBook } from '../../api/books'
import { paths } from '../../paths'
import { ButtonLink } from '../../ui/ButtonLink'
import { BlankSheet } from '../../ui/drawings/BlankSheet'
import { EmptyState } from '../../ui/EmptyState'
import { TYPE_NAMES } from './memo-types'
import { SubmissionFrame } from './SubmissionFrame'

/** The two ways to contribute that are not open yet. */
export function LaterPage({ type, bid }: { type: 'page' | 'text'; bid: string }) {
  const book = useBook(bid)
  return (
    <SubmissionFrame type={type} book={book}>
      <EmptyState
        drawing={<BlankSheet />}
        title={`${TYPE_NAMES[type]} contributions come in a later version.`}
        action={<ButtonLink href={paths.contribute('hand', bid)}>Write by hand</ButtonLink>}
      />
    </SubmissionFrame>
  )
}

import { useBook } from '../../api/books'
import { paths } from '../../paths'
import { ButtonLink } from '../../ui/ButtonLink'
import { BlankSheet } from '../../ui/drawings/BlankSheet'
import { EmptyState } from '../../ui/EmptyState'
import { TYPE_NAMES } from './memo-types'
import { SubmissionFrame } from './SubmissionFrame'

/** The way to contribute that is not open yet. */
export function LaterPage({ bid }: { bid: string }) {
  const book = useBook(bid)
  return (
    <SubmissionFrame type="page" book={book}>
      <EmptyState
        drawing={<BlankSheet />}
        title={`${TYPE_NAMES.page} contributions come in a later version.`}
        action={<ButtonLink href={paths.contribute('hand', bid)}>Write by hand</ButtonLink>}
      />
    </SubmissionFrame>
  )
}

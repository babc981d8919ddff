import { EmptyShelf } from '../../ui/drawings/EmptyShelf'
import { NothingHere } from './NothingHere'

/** Where no edition is, or none with what was asked for. */
export function NothingToRead() {
  return (
    <NothingHere
      title="Read the book"
      drawing={<EmptyShelf />}
      words="There is nothing to read here yet."
    >
      A book can be read from its first edition on, with the questions that were answered by then.
    </NothingHere>
  )
}

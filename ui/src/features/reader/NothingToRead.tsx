import { paths } from '../../paths'
import { ButtonLink } from '../../ui/ButtonLink'
import { EmptyShelf } from '../../ui/drawings/EmptyShelf'
import { EmptyState } from '../../ui/EmptyState'
import { Page } from '../../ui/Page'

/** Where no edition is, or none with what was asked for. */
export function NothingToRead() {
  return (
    <Page title="Read the book" narrow>
      <EmptyState
        drawing={<EmptyShelf />}
        title="There is nothing to read here yet."
        action={<ButtonLink href={paths.library}>Go to the library</ButtonLink>}
      >
        <p>
          A book can be read from its first edition on, with the questions that were answered by
          then.
        </p>
      </EmptyState>
    </Page>
  )
}

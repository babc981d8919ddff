import { paths } from '../paths'
import { ButtonLink } from '../ui/ButtonLink'
import { BlankSheet } from '../ui/drawings/BlankSheet'
import { EmptyState } from '../ui/EmptyState'
import { Page } from '../ui/Page'

export function NotFoundPage() {
  return (
    <Page title="Page not found" narrow>
      <EmptyState
        drawing={<BlankSheet />}
        title="There is nothing at this address."
        action={<ButtonLink href={paths.library}>Go to the library</ButtonLink>}
      >
        <p>The link may be old, or a letter may be missing.</p>
      </EmptyState>
    </Page>
  )
}

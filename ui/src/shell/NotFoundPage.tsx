import { words } from '../locales/en'
import { paths } from '../paths'
import { ButtonLink } from '../ui/ButtonLink'
import { EmptyState } from '../ui/EmptyState'
import { BlankSheet } from '../ui/illustrations/BlankSheet'
import { Page } from '../ui/Page'

export function NotFoundPage() {
  return (
    <Page title={words.notFound.title} narrow>
      <EmptyState
        drawing={<BlankSheet />}
        title={words.notFound.words}
        action={<ButtonLink href={paths.library}>{words.notFound.onward}</ButtonLink>}
      >
        <p>{words.notFound.why}</p>
      </EmptyState>
    </Page>
  )
}

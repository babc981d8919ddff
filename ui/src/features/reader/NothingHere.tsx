import type { ReactNode } from 'react'
import { paths } from '../../paths'
import { ButtonLink } from '../../ui/ButtonLink'
import { EmptyState } from '../../ui/EmptyState'
import { Page } from '../../ui/Page'

interface NothingHereProps {
  title: string
  drawing: ReactNode
  /** One sentence. */
  words: string
  /** Why that is so. */
  children: ReactNode
}

/** A page without what was asked for; from it one goes to the library. */
export function NothingHere({ title, drawing, words, children }: NothingHereProps) {
  return (
    <Page title={title} narrow>
      <EmptyState
        drawing={drawing}
        title={words}
        action={<ButtonLink href={paths.library}>Go to the library</ButtonLink>}
      >
        <p>{children}</p>
      </EmptyState>
    </Page>
  )
}

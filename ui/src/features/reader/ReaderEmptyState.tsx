import type { ReactNode } from 'react'
import { paths } from '../../paths'
import { ButtonLink } from '../../ui/ButtonLink'
import { EmptyState } from '../../ui/EmptyState'
import { EmptyShelf } from '../../ui/illustrations/empty-states'
import { Page } from '../../ui/Page'

interface ReaderEmptyStateProps {
  title: string
  drawing: ReactNode
  /** One sentence. */
  words: string
  /** Explanation. */
  children: ReactNode
}

/** Page without the requested content, with a link to the library. */
export function ReaderEmptyState({ title, drawing, words, children }: ReaderEmptyStateProps) {
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

/** Page for a book without an edition, or an edition without the requested content. */
export function NoPublishedContent() {
  return (
    <ReaderEmptyState
      title="Read the book"
      drawing={<EmptyShelf />}
      words="There is nothing to read here yet."
    >
      A book can be read once its first edition is published, with the questions that were answered
      by then.
    </ReaderEmptyState>
  )
}

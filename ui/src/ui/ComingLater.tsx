import type { ReactNode } from 'react'
import { EmptyState } from './EmptyState'
import { Page } from './Page'

interface ComingLaterProps {
  title: string
  drawing: ReactNode
  /** What will be here, and what to do until then. */
  words: string
  action?: ReactNode
}

/** A place that has its address and not yet its page; it says so instead of pretending. */
export function ComingLater({ title, drawing, words, action }: ComingLaterProps) {
  return (
    <Page title={title} narrow>
      <EmptyState drawing={drawing} title={words} action={action} />
    </Page>
  )
}

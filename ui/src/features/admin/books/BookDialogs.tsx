import type { AdminBook } from '../book-queries'
import { EditBookDialog } from './EditBookDialog'
import { PreviewDialog } from './PreviewDialog'
import { PublishDialog } from './PublishDialog'
import { UnpublishDialog } from './UnpublishDialog'

export type BookAction = 'edit' | 'preview' | 'publish' | 'unpublish'

interface BookDialogsProps {
  action: BookAction
  /** As it is now: some dialogs wait for it to change. */
  book: AdminBook
  onClose(): void
}

/** What is asked or told when something is done with a book. */
export function BookDialogs({ action, ...dialog }: BookDialogsProps) {
  switch (action) {
    case 'edit':
      return <EditBookDialog {...dialog} />
    case 'preview':
      return <PreviewDialog {...dialog} />
    case 'publish':
      return <PublishDialog {...dialog} />
    case 'unpublish':
      return <UnpublishDialog {...dialog} />
  }
}

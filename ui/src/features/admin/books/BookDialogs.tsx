import { BookPreviewDialog } from './BookPreviewDialog'
import { EditBookDialog } from './EditBookDialog'
import { PublishDialog } from './PublishDialog'
import type { AdminBook } from './queries'
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
      return <BookPreviewDialog {...dialog} />
    case 'publish':
      return <PublishDialog {...dialog} />
    case 'unpublish':
      return <UnpublishDialog {...dialog} />
  }
}

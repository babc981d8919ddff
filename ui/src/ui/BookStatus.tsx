import type { Book } from '../api/books'
import { Badge } from './Badge'

/** Whether a book still gathers entries or can be read. */
export function BookStatus({ status }: { status: Book['status'] }) {
  return status === 'published' ? <Badge seal>Published</Badge> : <Badge>Unpublished</Badge>
}

import type { Book } from '../api/books'
import { Badge } from './Badge'

type BookStatusProps = Pick<Book, 'status' | 'compilingSince'>

/** Whether a book still gathers entries or can be read; and, for admins, whether its next edition is being made. */
export function BookStatus({ status, compilingSince }: BookStatusProps) {
  return (
    <>
      {status === 'published' ? <Badge seal>Published</Badge> : <Badge>Unpublished</Badge>}
      {compilingSince && <Badge>Being made</Badge>}
    </>
  )
}

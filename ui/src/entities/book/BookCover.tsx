import type { ReactNode } from 'react'
import { Picture } from '../../ui/Picture'
import { Box } from '../../ui/Skeleton'
import styles from './BookCover.module.css'
import type { Book } from './queries'

interface BookCoverProps {
  book: Book
  /** Widths of the cover by window, as the `sizes` of a picture. */
  sizes?: string
  /** Title on the sheet of a book that has no cover yet; by default its name, small, for where the title stands beside it. */
  children?: ReactNode
}

/** Cover of the book's newest edition; until there is one, a sheet with its title that fills with ink as entries come in. */
export function BookCover({
  book,
  sizes = '(min-width: 760px) 340px, 120px',
  children,
}: BookCoverProps) {
  const { cover } = book
  if (!cover) return <UnwrittenCover book={book}>{children}</UnwrittenCover>
  return (
    <Picture
      className={styles.cover}
      src={cover.large}
      small={cover.small}
      alt={`Cover of ${book.name}`}
      width={cover.width}
      height={cover.height}
      sizes={sizes}
    />
  )
}

function UnwrittenCover({ book, children }: BookCoverProps) {
  return (
    <div className={styles.unwritten}>
      <Box width={3} height={4} />
      <div className={styles.sheet}>
        {children ? (
          <div className={styles.title}>{children}</div>
        ) : (
          <div className={styles.name} aria-hidden="true">
            {book.name}
          </div>
        )}
        <svg className={styles.vessel} aria-hidden="true">
          <rect width="100%" height={`${book.percentWritten}%`} fill={book.ink} />
        </svg>
      </div>
    </div>
  )
}

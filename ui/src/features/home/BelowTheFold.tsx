import { useQuery } from '@tanstack/react-query'
import { QueryProvider } from '../../api/QueryProvider'
import { BookCover } from '../../entities/book/BookCover'
import { booksQuery } from '../../entities/book/queries'
import { useSession } from '../../lib/session'
import { paths } from '../../paths'
import { ButtonLink, DownloadLink } from '../../ui/ButtonLink'
import styles from './BelowTheFold.module.css'
import { FromPageToBook } from './FromPageToBook'

/** Parts of the home page below the first screen. */
export const BelowTheFold = () => (
  <QueryProvider>
    <NewestBook />
    <FromPageToBook />
  </QueryProvider>
)

/** The newest published book, whose cover shows a member's handwriting. Renders nothing before there is one. */
function NewestBook() {
  const session = useSession()
  const { data: books } = useQuery(booksQuery())
  const book = books?.find(({ isNewest, cover }) => isNewest && cover)
  if (!book) return null
  return (
    <section className={styles.book} aria-labelledby="newest-book">
      <div className={styles.cover}>
        <BookCover book={book}>{null}</BookCover>
      </div>
      <div className="stack">
        <p className={styles.newest}>New on the shelf</p>
        <h2 id="newest-book">{book.name}</h2>
        <p className={styles.description}>{book.description}</p>
        <div className="row">
          {session ? (
            <ButtonLink href={paths.read(book.id)} variant="primary">
              Read it
            </ButtonLink>
          ) : (
            <DownloadLink href={paths.publishedBook(book.id)} variant="primary">
              Open the book
            </DownloadLink>
          )}
          <ButtonLink href={paths.library}>See all books</ButtonLink>
        </div>
      </div>
    </section>
  )
}

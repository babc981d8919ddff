import { useQuery } from '@tanstack/react-query'
import { QueryProvider } from '../../api/QueryProvider'
import { BookCover } from '../../entities/book/BookCover'
import { BookDates } from '../../entities/book/BookDates'
import { EntriesSoFar } from '../../entities/book/BookStatus'
import { type Book, booksQuery } from '../../entities/book/queries'
import { phaseAt } from '../../entities/book/schedule'
import { serverConfig } from '../../lib/server-config'
import { useSession } from '../../lib/session'
import { paths } from '../../paths'
import { ButtonLink, DownloadLink } from '../../ui/ButtonLink'
import { Picture } from '../../ui/Picture'
import { Skeleton } from '../../ui/Skeleton'
import styles from './BelowTheFold.module.css'
import { FromPageToBook } from './FromPageToBook'
import sampleAnswer from './sample-answer.png'

/** Parts of the home page below the first screen. */
export const BelowTheFold = () => (
  <QueryProvider>
    <Shelf />
  </QueryProvider>
)

/** The books above how they are made. Both come at once, so that nothing moves. */
function Shelf() {
  const { data: books, isPending } = useQuery(booksQuery())
  if (isPending) return <Skeleton label="" lines={8} />
  return (
    <>
      <Books books={books ?? []} />
      <FromPageToBook />
    </>
  )
}

/** The newest published book, or a sample answer while there is none, and a book that is being written. */
function Books({ books }: { books: Book[] }) {
  const newest = books.find(({ isNewest, cover }) => isNewest && cover)
  const unwritten = nearestToEdition(books)
  return (
    <div className={styles.shelf}>
      {newest ? <NewestBook book={newest} /> : <SampleAnswer />}
      {unwritten && <UnwrittenBook book={unwritten} />}
    </div>
  )
}

const lacking = ({ publishAt, newAnswers }: Book) => publishAt - newAnswers

/** The open book that lacks the fewest entries for its first edition. */
const nearestToEdition = (books: Book[]): Book | undefined =>
  books
    .filter(({ status }) => status !== 'published')
    .filter(({ schedule }) => phaseAt(schedule, Date.now()) === 'open')
    .sort((a, b) => lacking(a) - lacking(b))[0]

/** A published book, whose cover shows a member's handwriting. */
function NewestBook({ book }: { book: Book }) {
  const session = useSession()
  return (
    <section className={styles.book} aria-labelledby="newest-book">
      <div className={styles.cover}>
        <BookCover book={book} />
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
          ) : serverConfig.firstChapterIsPublic ? (
            <ButtonLink href={paths.read(book.id)} variant="primary">
              Look inside
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

/** An answer by nobody, drawn for the sample community, until a cover shows a member's handwriting. */
const SampleAnswer = () => (
  <section className={styles.sample} aria-labelledby="sample-answer">
    <p className={styles.newest}>A sample answer</p>
    <h2 id="sample-answer">What did the kitchen smell of when you were small?</h2>
    <Picture
      className={styles.writing}
      src={sampleAnswer}
      alt="Dill, wet wool, and the gas just before it caught. In winter also oranges, one for each of us."
      width={1009}
      height={565}
    />
  </section>
)

/** A book that collects entries, with the shortest way to the first one: visitors sign up on it, or sign in where sign-up is closed. */
function UnwrittenBook({ book }: { book: Book }) {
  const session = useSession()
  const form = paths.contribute('hand', book.id)
  const entrance =
    serverConfig.registration === 'closed' ? paths.signIn({ last: form }) : paths.signUpFor(form)
  return (
    <section className={styles.book} aria-labelledby="unwritten-book">
      <div className={styles.cover}>
        <BookCover book={book} />
      </div>
      <div className="stack">
        <p className={styles.newest}>Being written now</p>
        <h2 id="unwritten-book">{book.name}</h2>
        <p className={styles.description}>{book.description}</p>
        <p className="row">
          <EntriesSoFar book={book} />
        </p>
        <BookDates book={book} />
        <div className="row">
          <ButtonLink href={session ? form : entrance} variant="primary">
            Write in it
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}

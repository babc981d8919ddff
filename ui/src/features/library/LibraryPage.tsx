import { Link } from 'wouter'
import { BookStatus } from '../../entities/book/BookStatus'
import { type Book, useBooks } from '../../entities/book/queries'
import { formatEntries } from '../../lib/format'
import { useSession } from '../../lib/session'
import { setStored } from '../../lib/storage'
import { paths } from '../../paths'
import { ButtonLink, DownloadLink } from '../../ui/ButtonLink'
import { Card } from '../../ui/Card'
import { EmptyState } from '../../ui/EmptyState'
import { EmptyShelf } from '../../ui/illustrations/EmptyShelf'
import { Page } from '../../ui/Page'
import styles from './LibraryPage.module.css'
import { SuggestBookTile } from './SuggestBookTile'

export function LibraryPage() {
  const books = useBooks()
  return (
    <Page
      title="Explore Our Library"
      lead="Each book collects its members’ answers to a few questions."
    >
      {books.length === 0 ? (
        <>
          <EmptyState drawing={<EmptyShelf />} title="There are no books yet.">
            <p>The first one appears here when your community opens it.</p>
          </EmptyState>
          <SuggestBookTile />
        </>
      ) : (
        <ul className="cards">
          {books.map((book) => (
            <li key={book.id}>
              <BookTile book={book} />
            </li>
          ))}
          <li>
            <SuggestBookTile />
          </li>
        </ul>
      )}
    </Page>
  )
}

function BookTile({ book }: { book: Book }) {
  const session = useSession()
  return (
    <Card>
      <article className={styles.tile} aria-labelledby={`book-${book.id}`}>
        <h2 id={`book-${book.id}`} className={styles.name}>
          {book.name}
        </h2>
        <p className={styles.facts}>
          <span className="meta">{formatEntries(book.memoCount)}</span>
          <BookStatus {...book} />
        </p>
        <p className={styles.description}>{book.description}</p>
        {session && book.userMemoCount > 0 && (
          <p>
            <Link href={paths.entries(book.id)}>Your entries ({book.userMemoCount})</Link>
          </p>
        )}
        <div className={`row ${styles.actions}`}>
          <ButtonLink
            href={paths.chooseTypeFor(book.id)}
            variant="primary"
            onClick={() => setStored({ bid: book.id })}
          >
            {book.hasContributed ? (
              <>
                Re-Submit<span className="visually-hidden"> to {book.name}</span>
              </>
            ) : (
              <>
                Contribute<span className="visually-hidden"> to {book.name}</span>
              </>
            )}
          </ButtonLink>
          {book.status === 'published' && (
            <>
              <ButtonLink href={paths.read(book.id)}>
                Read<span className="visually-hidden"> {book.name}</span>
              </ButtonLink>
              <DownloadLink href={paths.publishedBook(book.id)}>
                Download
                <span className="visually-hidden"> {book.name} as PDF</span>
              </DownloadLink>
            </>
          )}
        </div>
      </article>
    </Card>
  )
}

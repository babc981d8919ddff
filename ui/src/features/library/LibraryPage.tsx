import { useBooks } from '../../api/books'
import { EmptyShelf } from '../../ui/drawings/EmptyShelf'
import { EmptyState } from '../../ui/EmptyState'
import { Page } from '../../ui/Page'
import { BookTile } from './BookTile'
import { SuggestBookTile } from './SuggestBookTile'

export function LibraryPage() {
  const books = useBooks()
  return (
    <Page
      title="Explore Our Library"
      lead="Each book gathers answers to its questions, by many hands."
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

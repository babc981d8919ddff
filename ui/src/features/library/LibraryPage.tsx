import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { MAX_LENGTHS } from '../../api/limits'
import { BookCover } from '../../entities/book/BookCover'
import { BookDates } from '../../entities/book/BookDates'
import { BookStatus, EntriesSoFar } from '../../entities/book/BookStatus'
import { type Book, useBooks } from '../../entities/book/queries'
import { usePhase } from '../../entities/book/schedule'
import { useDraft } from '../../lib/drafts'
import { formatNumber } from '../../lib/format'
import { notify } from '../../lib/notify'
import { useSession } from '../../lib/session'
import { setStored } from '../../lib/storage'
import { paths } from '../../paths'
import type { ButtonVariant } from '../../ui/Button'
import { ButtonLink, DownloadLink } from '../../ui/ButtonLink'
import { Dialog } from '../../ui/Dialog'
import { EmptyState } from '../../ui/EmptyState'
import { Form } from '../../ui/Form'
import { EmptyShelf } from '../../ui/illustrations/empty-states'
import { Page } from '../../ui/Page'
import { Submit } from '../../ui/Submit'
import { TextArea } from '../../ui/TextArea'
import styles from './LibraryPage.module.css'
import { useSuggestBook } from './queries'

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
            <p>Your community’s first book will appear here.</p>
          </EmptyState>
          <SuggestBookTile />
        </>
      ) : (
        <ul className="cards">
          {books.map((book) => (
            <li key={book.id} className={isFeatured(book) ? styles.featured : undefined}>
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

/** Whether a book stands large above the others: the one with the newest edition, which the server lists first. */
const isFeatured = ({ isNewest, cover }: Book) => isNewest && !!cover

/** Book on the shelf: its cover, what it has, and what one can do. */
function BookTile({ book }: { book: Book }) {
  const isPublished = book.status === 'published'
  const isOpen = usePhase(book.schedule) === 'open'
  const name = (
    <h2 id={`book-${book.id}`} className={styles.name}>
      {book.name}
    </h2>
  )
  return (
    <article className={styles.tile} aria-labelledby={`book-${book.id}`}>
      <div className={styles.cover}>
        <BookCover book={book} sizes={isFeatured(book) ? '300px' : undefined}>
          {name}
        </BookCover>
      </div>
      <div className={styles.about}>
        {isFeatured(book) && <p className={styles.newest}>New on the shelf</p>}
        {book.cover && name}
        <Facts book={book} />
        <BookDates book={book} />
        <p className={styles.description}>{book.description}</p>
        <div className="row">
          {isPublished && <ReadLink book={book} />}
          {isOpen ? (
            <ContributeLink book={book} variant={isPublished ? 'plain' : 'primary'} />
          ) : (
            <FormLink book={book} />
          )}
          {isPublished && <Downloads book={book} />}
        </div>
      </div>
    </article>
  )
}

/** Number of entries, state, and how many entries the first edition needs. */
function Facts({ book }: { book: Book }) {
  const session = useSession()
  return (
    <p className={styles.facts}>
      <EntriesSoFar book={book} />
      <BookStatus {...book} />
      {session && book.userMemoCount > 0 && (
        <Link href={paths.entries(book.id)}>Your entries ({formatNumber(book.userMemoCount)})</Link>
      )}
    </p>
  )
}

function ContributeLink({ book, variant }: { book: Book; variant: ButtonVariant }) {
  return (
    <ButtonLink
      href={paths.chooseTypeFor(book.id)}
      variant={variant}
      aria-label={book.hasContributed ? `Re-Submit to ${book.name}` : `Contribute to ${book.name}`}
      onClick={() => setStored({ bid: book.id })}
    >
      {book.hasContributed ? 'Re-Submit' : 'Contribute'}
    </ButtonLink>
  )
}

/** Link in place of `<ContributeLink>` while the book takes no answers: the page behind it says why, and has the form. */
function FormLink({ book }: { book: Book }) {
  return (
    <ButtonLink
      href={paths.chooseTypeFor(book.id)}
      aria-label={`Get the form of ${book.name}`}
      onClick={() => setStored({ bid: book.id })}
    >
      Get the form
    </ButtonLink>
  )
}

function ReadLink({ book }: { book: Book }) {
  return (
    <ButtonLink href={paths.read(book.id)} variant="primary" aria-label={`Read ${book.name}`}>
      Read
    </ButtonLink>
  )
}

/** Download links. Every edition with a cover is an EPUB, too. */
function Downloads({ book }: { book: Book }) {
  return (
    <>
      <DownloadLink href={paths.publishedBook(book.id)} aria-label={`Download ${book.name} as PDF`}>
        Download
      </DownloadLink>
      {book.cover && (
        <DownloadLink
          href={paths.publishedBook(book.id, { format: 'epub' })}
          aria-label={`Download ${book.name} as EPUB`}
        >
          EPUB
        </DownloadLink>
      )}
    </>
  )
}

/** Tile that opens the dialog to suggest a book. */
function SuggestBookTile() {
  const session = useSession()
  const [open, setOpen] = useState(false)
  const [, navigate] = useLocation()
  const openDialog = () =>
    session ? setOpen(true) : navigate(paths.signIn({ last: paths.library }))
  return (
    <>
      <button type="button" className={styles.suggest} onClick={openDialog}>
        Make a book suggestion
      </button>
      {open && session && <SuggestDialog uid={session.uid} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Dialog to suggest a book. Keeps a draft. */
function SuggestDialog({ uid, onClose }: { uid: string; onClose(): void }) {
  const { text, change, markSaved } = useDraft(`${uid}/suggestion`, '')
  const send = useSuggestBook(uid, (suggestion) => {
    markSaved(suggestion, '')
    notify({ message: 'Thank you. Your suggestion is on its way to the admins.', tone: 'good' })
    onClose()
  })
  return (
    <Dialog title="Suggest a book" onClose={onClose}>
      <Form error={send.error} busy={send.isPending} onSubmit={() => send.mutate(text)}>
        <TextArea
          name="suggestion"
          label="What should it be about?"
          hint="A theme, and perhaps some of its questions."
          rows={6}
          value={text}
          maxCharacters={MAX_LENGTHS.NewSuggestion.suggestion}
          onChange={(event) => change(event.target.value)}
          check={(typed) => (typed.trim().length < 4 ? 'Enter a suggestion.' : undefined)}
        />
        <Submit>Send</Submit>
      </Form>
    </Dialog>
  )
}

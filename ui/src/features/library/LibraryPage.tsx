import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { MAX_LENGTHS } from '../../api/limits'
import { BookStatus } from '../../entities/book/BookStatus'
import { type Book, useBooks } from '../../entities/book/queries'
import { useDraft } from '../../lib/drafts'
import { formatEntries, formatNumber } from '../../lib/format'
import { notify } from '../../lib/notify'
import { useSession } from '../../lib/session'
import { setStored } from '../../lib/storage'
import { paths } from '../../paths'
import { ButtonLink, DownloadLink } from '../../ui/ButtonLink'
import { Card } from '../../ui/Card'
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
            <Link href={paths.entries(book.id)}>
              Your entries ({formatNumber(book.userMemoCount)})
            </Link>
          </p>
        )}
        <div className={`row ${styles.actions}`}>
          <ButtonLink
            href={paths.chooseTypeFor(book.id)}
            variant="primary"
            aria-label={
              book.hasContributed ? `Re-Submit to ${book.name}` : `Contribute to ${book.name}`
            }
            onClick={() => setStored({ bid: book.id })}
          >
            {book.hasContributed ? 'Re-Submit' : 'Contribute'}
          </ButtonLink>
          {book.status === 'published' && (
            <>
              <ButtonLink href={paths.read(book.id)} aria-label={`Read ${book.name}`}>
                Read
              </ButtonLink>
              <DownloadLink
                href={paths.publishedBook(book.id)}
                aria-label={`Download ${book.name} as PDF`}
              >
                Download
              </DownloadLink>
            </>
          )}
        </div>
      </article>
    </Card>
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

import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { MAX_LENGTHS } from '../../../api/limits'
import { useRoles } from '../../../entities/member/roles'
import { formatEntries, formatNumber } from '../../../lib/format'
import { paths } from '../../../paths'
import { Button } from '../../../ui/Button'
import { type Column, DataTable } from '../../../ui/DataTable'
import { Dialog } from '../../../ui/Dialog'
import { EmptyState } from '../../../ui/EmptyState'
import { Form } from '../../../ui/Form'
import { EmptyShelf } from '../../../ui/illustrations/empty-states'
import { Page } from '../../../ui/Page'
import { Submit } from '../../../ui/Submit'
import { MessageField } from '../MessageField'
import { type Suggestion, useSuggestions } from '../suggestions/queries'
import { type BookAction, BookDialogs, BookMenu } from './BookActions'
import { type BookFieldName, BookFields, readBook } from './BookFields'
import { BookStatusText } from './BookStatusText'
import { type AdminBook, useAddBook, useAdminBooks } from './queries'

const COLUMNS: Column<AdminBook>[] = [
  {
    head: 'Book',
    rowHeader: true,
    cell: ({ id, name }) => <Link href={paths.adminBook(id)}>{name}</Link>,
  },
  {
    head: 'Memos',
    nowrap: true,
    cell: ({ id, memoCount }) => (
      <Link href={paths.adminMemos({ bid: id })}>{formatEntries(memoCount)}</Link>
    ),
  },
  {
    head: 'Questions',
    showLabelOnMobile: true,
    cell: ({ questionCount }) => formatNumber(questionCount),
  },
  { head: 'State', cell: (book) => <BookStatusText book={book} /> },
]

const FIND = {
  label: 'Find a book',
  hint: 'By its name, description or topics',
  textOf: ({ name, description, topics }: AdminBook) => [name, description, ...topics].join(' '),
  counted: ['1 book', '# books'],
} as const

/** The books that the member keeps, and their actions. Admins keep all and add new ones; `?from=` starts one from a suggestion. */
export function BooksPage() {
  const { isAdmin } = useRoles()
  const books = useAdminBooks()
  const [, navigate] = useLocation()
  const from = useSearchParams()[0].get('from')
  const [adds, setAdds] = useState(false)
  const [open, setOpen] = useState<{ action: BookAction; bid: string }>()
  const book = books.find(({ id }) => id === open?.bid)
  return (
    <Page title="Books">
      <div className="stack">
        {isAdmin && (
          <div className="row">
            <Button variant="primary" onClick={() => setAdds(true)}>
              Add a book
            </Button>
          </div>
        )}
        <DataTable
          label="Books"
          rows={books}
          keyOf={({ id }) => id}
          columns={COLUMNS}
          find={FIND}
          actions={(each) => (
            <BookMenu book={each} onAsk={(action) => setOpen({ action, bid: each.id })} />
          )}
          empty={<EmptyState drawing={<EmptyShelf />} title="There are no books yet." />}
        />
      </div>
      {adds && <AddBookDialog onClose={() => setAdds(false)} />}
      {isAdmin && from && (
        <SuggestedBookDialog
          from={from}
          onClose={() => navigate(paths.adminBooks, { replace: true })}
        />
      )}
      {open && book && (
        <BookDialogs action={open.action} book={book} onClose={() => setOpen(undefined)} />
      )}
    </Page>
  )
}

interface AddBookDialogProps {
  /** Suggestion that the book is made from. */
  suggestion?: Suggestion | undefined
  onClose(): void
}

/** Splits a suggestion: its first line becomes the name if it is short enough, the rest the description. */
function readSuggestion({ text }: Suggestion) {
  const max = MAX_LENGTHS.NewBookBody
  const name = (text.trim().split('\n')[0] ?? '').slice(0, max.name)
  return { name, description: name === text.trim() ? '' : text.trim().slice(0, max.description) }
}

/** Dialog that adds a book. */
function AddBookDialog({ suggestion, onClose }: AddBookDialogProps) {
  const [, navigate] = useLocation()
  const add = useAddBook(({ id }) => navigate(paths.adminBook(id)))
  return (
    <Dialog title="Add a book" onClose={onClose}>
      <Form<BookFieldName | 'words'>
        onSubmit={({ words = '', ...typed }) =>
          add.mutate({
            ...readBook(typed),
            ...(suggestion && { from: suggestion.id, words: words.trim() }),
          })
        }
        error={add.error}
        busy={add.isPending}
      >
        <BookFields {...(suggestion && { book: readSuggestion(suggestion) })} />
        {suggestion && (
          <MessageField
            name={suggestion.author.name}
            hint="Included in the mail about the new book."
            rows={3}
          />
        )}
        <Submit>{add.isPending ? 'Adding…' : 'Add the book'}</Submit>
      </Form>
    </Dialog>
  )
}

/** Same dialog, filled in from a suggestion. */
function SuggestedBookDialog({ from, onClose }: { from: string; onClose(): void }) {
  // Missing if it was answered meanwhile: then the dialog starts empty.
  const suggestion = useSuggestions('open').find(({ id }) => id === from)
  return <AddBookDialog suggestion={suggestion} onClose={onClose} />
}

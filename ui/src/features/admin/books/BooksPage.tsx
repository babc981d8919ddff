import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { formatEntries } from '../../../lib/numbers'
import { paths } from '../../../paths'
import { Button } from '../../../ui/Button'
import { type Column, DataTable } from '../../../ui/DataTable'
import { EmptyShelf } from '../../../ui/drawings/EmptyShelf'
import { EmptyState } from '../../../ui/EmptyState'
import { Page } from '../../../ui/Page'
import { AddBookDialog, SuggestedBookDialog } from './AddBookDialog'
import { type BookAction, BookDialogs } from './BookDialogs'
import { BookMenu } from './BookMenu'
import { BookStatusText } from './BookStatusText'
import { type AdminBook, useAdminBooks } from './queries'

const COLUMNS: Column<AdminBook>[] = [
  {
    head: 'Book',
    names: true,
    cell: ({ id, name }) => <Link href={paths.adminBook(id)}>{name}</Link>,
  },
  {
    head: 'Memos',
    whole: true,
    cell: ({ id, memoCount }) => (
      <Link href={paths.adminMemos({ bid: id })}>{formatEntries(memoCount)}</Link>
    ),
  },
  { head: 'Questions', labelled: true, cell: ({ questionCount }) => questionCount },
  { head: 'State', cell: (book) => <BookStatusText book={book} /> },
]

const FIND = {
  label: 'Find a book',
  hint: 'By its name, description or topics',
  textOf: ({ name, description, topics }: AdminBook) => [name, description, ...topics].join(' '),
  counted: ['book', 'books'],
} as const

/** All books, and what can be done with them. One that was suggested is begun with `?from=`. */
export function BooksPage() {
  const books = useAdminBooks()
  const [, navigate] = useLocation()
  const from = useSearchParams()[0].get('from')
  const [adds, setAdds] = useState(false)
  const [open, setOpen] = useState<{ action: BookAction; bid: string }>()
  const book = books.find(({ id }) => id === open?.bid)
  return (
    <Page title="Books">
      <div className="stack">
        <div className="row">
          <Button look="primary" onClick={() => setAdds(true)}>
            Add a book
          </Button>
        </div>
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
      {from && (
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

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { errorMessage } from '../../../lib/api-error'
import { formatNumber, plural } from '../../../lib/format'
import { serverConfig } from '../../../lib/server-config'
import { paths } from '../../../paths'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { DownloadLink } from '../../../ui/ButtonLink'
import { Dialog } from '../../../ui/Dialog'
import { Form } from '../../../ui/Form'
import { Menu, MenuButton, MenuFile, MenuLink } from '../../../ui/Menu'
import { Progress } from '../../../ui/Progress'
import { Select } from '../../../ui/Select'
import { Submit } from '../../../ui/Submit'
import { type BookFieldName, BookFields, readBook } from './BookFields'
import { BookPreviewDialog } from './BookPreview'
import { CoverMemo } from './CoverMemo'
import { DatesDialog } from './DatesDialog'
import { MissingPictures } from './MissingPictures'
import { PrintDialog } from './PrintDialog'
import { type AdminBook, isBeingMade, useEditBook, usePublishBook, useUnpublish } from './queries'

export type BookAction =
  | 'edit'
  | 'dates'
  | 'preview'
  | 'print'
  | 'booklet'
  | 'publish'
  | 'unpublish'

interface BookDialogsProps {
  action: BookAction
  /** Current state: some dialogs wait for a change. */
  book: AdminBook
  onClose(): void
}

/** Dialog of the action that was chosen for a book. */
export function BookDialogs({ action, ...dialog }: BookDialogsProps) {
  switch (action) {
    case 'edit':
      return <EditBookDialog {...dialog} />
    case 'dates':
      return <DatesDialog {...dialog} />
    case 'preview':
      return <BookPreviewDialog {...dialog} />
    case 'print':
    case 'booklet':
      return <PrintDialog purpose={action} {...dialog} />
    case 'publish':
      return <PublishDialog {...dialog} />
    case 'unpublish':
      return <UnpublishDialog {...dialog} />
  }
}

/** Inks that a cover can have. */
const INKS = ['blue', 'moss', 'ochre', 'plum', 'petrol', 'sepia', 'slate', 'olive'].map((ink) => ({
  value: ink,
  label: ink[0]?.toUpperCase() + ink.slice(1),
}))

/** Inks of the pages inside of a book. */
const INKS_INSIDE = [
  { value: 'written', label: 'As members wrote' },
  { value: 'black', label: 'All black' },
]

/** Dialog that edits the title, description, limit, cover and inks of a book. */
function EditBookDialog({ book, onClose }: { book: AdminBook; onClose(): void }) {
  const edit = useEditBook(book, onClose)
  return (
    <Dialog title={`Edit ${book.name}`} onClose={onClose}>
      <Form<BookFieldName | 'coverInk' | 'coverMemo' | 'inkInside'>
        onSubmit={({ coverInk, coverMemo, inkInside, ...typed }) =>
          edit.mutate({
            ...readBook(typed),
            coverInk,
            coverMemo,
            allBlack: inkInside === 'black',
          })
        }
        error={edit.error}
        busy={edit.isPending}
      >
        <BookFields book={book} />
        <Select
          name="coverInk"
          label="Ink of the cover"
          hint="Counts from the next edition."
          options={INKS}
          defaultValue={book.coverInk}
        />
        <Select
          name="inkInside"
          label="Ink of the pages"
          hint="Black is cheaper to print. Counts from the next edition."
          options={INKS_INSIDE}
          defaultValue={book.allBlack ? 'black' : 'written'}
        />
        <CoverMemo book={book} />
        <Submit needsChange>{edit.isPending ? 'Saving…' : 'Save'}</Submit>
      </Form>
    </Dialog>
  )
}

interface PublishDialogProps {
  /** Current state, polled while the edition is being made. */
  book: AdminBook
  onClose(): void
}

/** Dialog that confirms a publication and shows its progress. */
function PublishDialog({ book, onClose }: PublishDialogProps) {
  const publish = usePublishBook(book)
  const [before] = useState(book.edition)
  return (
    <Dialog title={`Publish ${book.name}`} onClose={onClose}>
      {book.edition > before ? (
        <Stage>
          <Banner tone="good">Edition {book.edition} is published.</Banner>
          <MissingPictures book={book} />
          <div className="row">
            <DownloadLink href={paths.publishedBook(book.id)}>Download it</DownloadLink>
          </div>
        </Stage>
      ) : isBeingMade(book) ? (
        <PublishProgress book={book} />
      ) : (
        <PublishConfirmation book={book} publish={publish} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface PublishConfirmationProps extends PublishDialogProps {
  publish: ReturnType<typeof usePublishBook>
}

function PublishConfirmation({ book, publish, onClose }: PublishConfirmationProps) {
  const { mutate, isPending, isSuccess, error } = publish
  const { memoCount, newMemos, edition, lastFailure } = book
  // The failure belongs to this request once the edition is no longer being made.
  const failure = isSuccess ? lastFailure?.error : undefined
  return (
    <div className="stack">
      {error && <Banner tone="error">{errorMessage(error)}</Banner>}
      {failure && <Banner tone="error">The last attempt failed. {failure}</Banner>}
      <p>
        {plural(
          memoCount,
          'Edition {edition} will contain 1 entry, {added} new.',
          'Edition {edition} will contain # entries, {added} new.',
          { edition: edition + 1, added: formatNumber(newMemos) },
        )}{' '}
        It can’t be changed later: new entries go into the next edition.{' '}
        {serverConfig.sendsMail && 'Everyone who wrote for it gets an email.'}
      </p>
      <div className="row">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" busy={isPending} onClick={() => mutate()}>
          {failure ? 'Try again' : `Publish edition ${edition + 1}`}
        </Button>
      </div>
    </div>
  )
}

function PublishProgress({
  book: { edition, compilingSince, compiledPercent },
}: {
  book: AdminBook
}) {
  return (
    <Stage>
      <Progress
        label={`Publishing edition ${edition + 1}`}
        percent={compiledPercent ?? undefined}
      />
      <p role="status">
        {compilingSince
          ? `Edition ${edition + 1} is being published.`
          : `Edition ${edition + 1} is waiting to be published.`}
      </p>
      <p className="meta">You can close this. It continues in the background.</p>
    </Stage>
  )
}

/** Text of a stage that was reached without a click; it takes the focus of the button that disappeared. */
function Stage({ children }: { children: ReactNode }) {
  const stage = useRef<HTMLDivElement>(null)
  useEffect(() => stage.current?.focus(), [])
  return (
    <div ref={stage} tabIndex={-1} className="stack">
      {children}
    </div>
  )
}

/** Dialog that confirms the unpublication of a book. */
function UnpublishDialog({ book, onClose }: { book: AdminBook; onClose(): void }) {
  const { mutate, isPending, error } = useUnpublish(book, onClose)
  return (
    <Dialog title={`Unpublish ${book.name}?`} onClose={onClose}>
      <div className="stack">
        {error && <Banner tone="error">{errorMessage(error)}</Banner>}
        <p>
          Nobody can read or download it any more. The memos stay, and the book collects entries
          again. Downloaded copies can’t be withdrawn.
        </p>
        <div className="row">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={isPending} onClick={() => mutate()}>
            Unpublish the book
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

interface BookMenuProps {
  book: AdminBook
  /** Whether the menu is on the book's own page. */
  here?: boolean
  onAsk(action: BookAction): void
}

/** Menu of the actions for a book. */
export function BookMenu({ book, here = false, onAsk }: BookMenuProps) {
  const { id, name, questionCount, memoCount, edition } = book
  return (
    <Menu
      label="Actions"
      aria-label={`Actions for ${name}`}
      variant={here ? 'plain' : 'quiet'}
      end={!here}
    >
      {!here && <MenuLink href={paths.adminBook(id)}>Questions</MenuLink>}
      <MenuButton onClick={() => onAsk('edit')}>Edit…</MenuButton>
      <MenuButton onClick={() => onAsk('dates')}>Dates…</MenuButton>
      {questionCount > 0 && <MenuFile href={paths.blankForm(id)}>See the form</MenuFile>}
      {memoCount > 0 && <MenuButton onClick={() => onAsk('preview')}>Preview the book…</MenuButton>}
      {memoCount > 0 && <MenuButton onClick={() => onAsk('print')}>Download for print…</MenuButton>}
      {memoCount > 0 && (
        <MenuButton onClick={() => onAsk('booklet')}>Download as booklet…</MenuButton>
      )}
      {memoCount > 0 && (
        <MenuButton onClick={() => onAsk('publish')}>
          {isBeingMade(book) ? 'Publishing…' : 'Publish…'}
        </MenuButton>
      )}
      {edition > 0 && <MenuButton onClick={() => onAsk('unpublish')}>Unpublish…</MenuButton>}
    </Menu>
  )
}

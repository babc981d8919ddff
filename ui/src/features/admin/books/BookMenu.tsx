import { paths } from '../../../paths'
import { Menu, MenuButton, MenuFile, MenuLink } from '../../../ui/Menu'
import type { BookAction } from './BookDialogs'
import { type AdminBook, isBeingMade } from './queries'

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
      {questionCount > 0 && <MenuFile href={paths.blankForm(id)}>See the form</MenuFile>}
      {memoCount > 0 && <MenuButton onClick={() => onAsk('preview')}>Preview the book…</MenuButton>}
      {memoCount > 0 && (
        <MenuButton onClick={() => onAsk('publish')}>
          {isBeingMade(book) ? 'Publishing…' : 'Publish…'}
        </MenuButton>
      )}
      {edition > 0 && <MenuButton onClick={() => onAsk('unpublish')}>Unpublish…</MenuButton>}
    </Menu>
  )
}

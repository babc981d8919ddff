import { useDeferredValue } from 'react'
import { Link, useSearch } from 'wouter'
import { useBooks } from '../../../entities/book/queries'
import { useRoles } from '../../../entities/member/roles'
import { plural } from '../../../lib/format'
import { paths } from '../../../paths'
import { ButtonLink } from '../../../ui/ButtonLink'
import { EmptyState } from '../../../ui/EmptyState'
import { BlankSheet } from '../../../ui/illustrations/empty-states'
import { Page } from '../../../ui/Page'
import { MemoGrid, ToLastPage } from './MemoGrid'
import styles from './MemosPage.module.css'
import { pageIn, useAllMemos } from './queries'

/** Memos of all books that the member keeps, newest first; each links to the memos of its book. */
export function AllMemosPage() {
  const { isAdmin } = useRoles()
  const search = useSearch()
  const page = pageIn(useDeferredValue(search))
  const grid = useAllMemos(page)
  const names = new Map(useBooks().map(({ id, name }) => [id, name]))
  if (page > Math.max(1, grid.pages)) {
    return <ToLastPage href={paths.adminMemos({ page: grid.pages })} />
  }
  return (
    <Page
      title="Memos"
      lead={
        isAdmin
          ? plural(grid.total, '1 entry in all books', '# entries in all books')
          : plural(grid.total, '1 entry in your books', '# entries in your books')
      }
      className={styles.page}
    >
      {grid.total === 0 ? (
        <EmptyState
          drawing={<BlankSheet />}
          title="No memos yet."
          action={<ButtonLink href={paths.adminBooks}>Books</ButtonLink>}
        />
      ) : (
        <MemoGrid
          grid={grid}
          href={(page) => paths.adminMemos({ page })}
          above={({ bid }) => (
            <Link href={paths.adminMemos({ bid })}>{names.get(bid) ?? 'Deleted book'}</Link>
          )}
        />
      )}
    </Page>
  )
}

import { useDeferredValue, useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import type { components } from '../../../api/schema'
import { useRoles } from '../../../entities/member/roles'
import { focusAfterRender } from '../../../lib/focus-after-render'
import { formatEntries, formatNumber } from '../../../lib/format'
import { paths } from '../../../paths'
import { ButtonLink } from '../../../ui/ButtonLink'
import { cx } from '../../../ui/cx'
import { EmptyState } from '../../../ui/EmptyState'
import { BlankSheet } from '../../../ui/illustrations/empty-states'
import { Page } from '../../../ui/Page'
import { Select } from '../../../ui/Select'
import { MemoGrid, ToLastPage } from './MemoGrid'
import styles from './MemosPage.module.css'
import { type MemoFilter, pageIn, useMemoGrid } from './queries'

interface MemosPageProps {
  bid: string
  /** Only memos of this member. */
  uid?: string
  /** Only answers to this question. For all members, the question is in the query as `?qid=`. */
  qid?: string
}

/** Filter and page in an address. */
function parse(search: string) {
  return { qid: new URLSearchParams(search).get('qid') ?? undefined, page: pageIn(search) }
}

/** Memos of a book, filtered by the address, to look through and to print. */
export function MemosPage({ bid, uid, qid }: MemosPageProps) {
  const search = useSearch()
  // The previous page stays until the next one is fetched: one refresh, and the focus is kept.
  const shown = parse(useDeferredValue(search))
  const filter: MemoFilter = { bid, uid, qid: qid ?? parse(search).qid }
  const { book, filters, grid } = useMemoGrid({ bid, uid, qid: qid ?? shown.qid }, shown.page)
  // The page no longer exists: its memos were removed, or the link is old.
  if (shown.page > Math.max(1, grid.pages)) {
    return <ToLastPage href={paths.adminMemos({ ...filter, page: grid.pages })} />
  }
  return (
    <Page title={book.name} lead={formatEntries(grid.total)} className={styles.page}>
      <div className={cx('stack', styles.memos)}>
        <MemoFilters filter={filter} filters={filters} />
        {grid.total === 0 ? (
          <NoMemos filter={filter} />
        ) : (
          <MemoGrid grid={grid} href={(page) => paths.adminMemos({ ...filter, page })} />
        )}
      </div>
    </Page>
  )
}

function NoMemos({ filter: { bid, uid, qid } }: { filter: MemoFilter }) {
  const { isAdmin } = useRoles()
  if (!uid && !qid) {
    return (
      <EmptyState
        drawing={<BlankSheet />}
        title="No entries in this book yet."
        action={
          <ButtonLink href={paths.adminMemos()}>
            {isAdmin ? 'Memos of all books' : 'Memos of your books'}
          </ButtonLink>
        }
      />
    )
  }
  return (
    <EmptyState
      drawing={<BlankSheet />}
      title="No memos match these filters."
      action={<ButtonLink href={paths.adminMemos({ bid })}>Show all memos</ButtonLink>}
    />
  )
}

interface MemoFiltersProps {
  filter: MemoFilter
  filters: components['schemas']['MemoFilters']
}

/** Filters by member and by question. They navigate: the address holds the choice. */
function MemoFilters({ filter, filters: { members, questions } }: MemoFiltersProps) {
  const [, navigate] = useLocation()
  const chosen = useHistoryState<{ chosen?: string } | null>()?.chosen

  // The page of another member would otherwise focus its heading instead of the filter.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per page.
  useEffect(() => {
    if (chosen) focusAfterRender(chosen)
  }, [])

  const choose = (id: string, change: Partial<MemoFilter>) =>
    navigate(paths.adminMemos({ ...filter, ...change }), { state: { chosen: id } })
  return (
    <div className={styles.filters}>
      <Select
        id="of-member"
        name="uid"
        label="Member"
        prompt="All members"
        value={filter.uid ?? ''}
        options={members.map(({ uid, author, memos }) => ({
          value: uid,
          label: `${author.name} (${formatNumber(memos)})`,
        }))}
        onChange={(uid) => choose('of-member', { uid: uid || undefined })}
      />
      <Select
        id="to-question"
        name="qid"
        label="Question"
        prompt="All questions"
        value={filter.qid ?? ''}
        options={questions.map(({ key, number, description, memos }) => ({
          value: key,
          label: `${number}. ${description} (${formatNumber(memos)})`,
        }))}
        onChange={(qid) => choose('to-question', { qid: qid || undefined })}
      />
    </div>
  )
}

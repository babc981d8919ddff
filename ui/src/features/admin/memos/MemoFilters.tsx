import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import type { components } from '../../../api/schema'
import { focusAfterRender } from '../../../lib/focus-after-render'
import { formatNumber } from '../../../lib/numbers'
import { paths } from '../../../paths'
import { Select } from '../../../ui/Select'
import styles from './MemosPage.module.css'
import type { MemoFilter } from './queries'

interface MemoFiltersProps {
  filter: MemoFilter
  filters: components['schemas']['MemoFilters']
}

/** Two boxes that lead to the memos of a member, or to a question: the address is the choice. */
export function MemoFilters({ filter, filters: { members, questions } }: MemoFiltersProps) {
  const [, navigate] = useLocation()
  const chosen = useHistoryState<{ chosen?: string } | null>()?.chosen

  // Another member is another page, and its heading would take the focus from the box.
  // biome-ignore lint/correctness/useExhaustiveDependencies: one arrives once.
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

import type { ReactNode } from 'react'
import type { Memo } from '../../../api/memos'
import type { components } from '../../../api/schema'
import { Pager } from '../../../ui/Pager'
import { MemoCard } from './MemoCard'
import styles from './MemosPage.module.css'

interface MemoGridProps {
  grid: components['schemas']['MemoGrid']
  /** Address of a page. */
  href(page: number): string
  /** Words above the question of a memo. */
  above?(memo: Memo): ReactNode
}

/** A page of memos, with the way to the others. */
export function MemoGrid({ grid, href, above }: MemoGridProps) {
  return (
    <>
      <ul className={styles.grid}>
        {grid.memos.map((memo) => (
          <li key={memo.id}>
            <MemoCard memo={memo} above={above?.(memo)} />
          </li>
        ))}
      </ul>
      {grid.pages > 1 && <Pager page={grid.page} pages={grid.pages} href={href} keys />}
    </>
  )
}

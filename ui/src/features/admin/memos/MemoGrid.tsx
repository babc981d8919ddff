import type { ReactNode } from 'react'
import type { components } from '../../../api/schema'
import { MemoCode } from '../../../entities/memo/MemoCode'
import { MemoContent } from '../../../entities/memo/MemoContent'
import type { Memo } from '../../../entities/memo/queries'
import { toDate } from '../../../lib/format'
import { rememberScroll } from '../../../lib/scroll-and-focus'
import { paths } from '../../../paths'
import { Badge } from '../../../ui/Badge'
import { Card, CardLink } from '../../../ui/Card'
import { cx } from '../../../ui/cx'
import { PageRedirect } from '../../../ui/PageRedirect'
import { Pager } from '../../../ui/Pager'
import { RelativeTime } from '../../../ui/RelativeTime'
import { Skeleton } from '../../../ui/Skeleton'
import styles from './MemoGrid.module.css'
import pageStyles from './MemosPage.module.css'

interface MemoGridProps {
  grid: components['schemas']['MemoGrid']
  /** URL of a page. */
  href(page: number): string
  /** Content above the question of a memo. */
  above?(memo: Memo): ReactNode
}

/** A page of memos with a pager. */
export function MemoGrid({ grid, href, above }: MemoGridProps) {
  return (
    <>
      <ul className={pageStyles.grid}>
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

interface MemoCardProps {
  memo: Memo
  /** Content above the question. */
  above?: ReactNode
}

/** Card of a memo that links to its page. */
function MemoCard({ memo, above }: MemoCardProps) {
  const { id, qid, question, author, updatedAt } = memo
  const at = toDate(updatedAt)
  const heading = `memo-${id}`
  return (
    <Card>
      <article className={styles.memo} aria-labelledby={heading}>
        {above && <p className={styles.above}>{above}</p>}
        <p className={styles.key}>{qid}</p>
        <h2 className={styles.question}>
          <CardLink id={heading} href={paths.memo(id)} onClick={() => rememberScroll(heading)}>
            {question || 'Deleted question'}
          </CardLink>
        </h2>
        {memo.waiting && (
          <p className={styles.above}>
            <Badge>Waiting for acceptance</Badge>
          </p>
        )}
        <div className={cx(styles.content, memo.type === 'page' && styles.page)}>
          <MemoContent memo={memo} className={styles.words} />
        </div>
        <div className={styles.foot}>
          <MemoCode memo={memo} />
          <p className={styles.writer}>
            <strong>{author.name}</strong>
            {author.username && (
              <>
                <br />
                {author.username}
              </>
            )}
            <br />
            <RelativeTime className="meta" at={at} />
          </p>
        </div>
      </article>
    </Card>
  )
}

/** Redirects from a page of memos that no longer exists to the last one. */
export const ToLastPage = ({ href }: { href: string }) => (
  <PageRedirect to={href}>
    <Skeleton label="Loading memos…" lines={6} />
  </PageRedirect>
)

import { type Memo, useEarlierMemos, useRestoreMemo } from '../../api/memos'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { HiddenNotice } from '../../ui/HiddenNotice'
import { EntryContent, EntryTime } from './EntryCard'
import styles from './EntryCard.module.css'

/** What the member has replaced or taken back, to be taken up again. */
export function EntryHistory({ bid }: { bid: string }) {
  const memos = useEarlierMemos(bid)
  const restore = useRestoreMemo()
  if (memos.length === 0) return null
  return (
    <details>
      <summary>
        {memos.length === 1 ? 'One earlier entry' : `${memos.length} earlier entries`}
      </summary>
      <p>Only you see these. Taking one up again puts it in the place of the present one.</p>
      <ul className="cards">
        {memos.map((memo) => (
          <li key={memo.id}>
            <Earlier memo={memo} busy={restore.isPending} onRestore={() => restore.mutate(memo)} />
          </li>
        ))}
      </ul>
    </details>
  )
}

interface EarlierProps {
  memo: Memo
  busy: boolean
  onRestore(): void
}

function Earlier({ memo, busy, onRestore }: EarlierProps) {
  return (
    <Card>
      <article className={styles.entry} aria-labelledby={`memo-${memo.id}`}>
        <h3 id={`memo-${memo.id}`} className={styles.question}>
          {memo.question}
        </h3>
        <HiddenNotice memo={memo} />
        <EntryContent memo={memo} />
        <p className="meta">
          <EntryTime memo={memo} />
        </p>
        <Button disabled={busy} onClick={onRestore}>
          Use it again<span className="visually-hidden">: {memo.question}</span>
        </Button>
      </article>
    </Card>
  )
}

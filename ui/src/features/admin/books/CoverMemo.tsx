import { useId } from 'react'
import { MemoImage } from '../../../entities/memo/MemoContent'
import type { Memo } from '../../../entities/memo/queries'
import styles from './CoverMemo.module.css'
import { type AdminBook, useCoverMemos } from './queries'

/**
 * Choice of the handwriting on a cover, by its picture. While the memos are fetched, and if that fails, there is no field, and the
 * choice stays as it is.
 */
export function CoverMemo({ book }: { book: AdminBook }) {
  const { data: memos, isPending } = useCoverMemos(book)
  const hint = useId()
  if (isPending) return <p className="meta">Loading handwriting for the cover…</p>
  if (!memos || memos.length === 0) return null
  return (
    <fieldset aria-describedby={hint}>
      <legend className={styles.label}>Handwriting on the cover</legend>
      <p id={hint} className={styles.hint}>
        Counts from the next edition. These are the newest handwritten entries.
      </p>
      <label className={styles.automatic}>
        <input
          type="radio"
          name="coverMemo"
          value=""
          defaultChecked={!book.coverMemo}
          className={styles.mark}
        />
        Chosen by Inkfold
      </label>
      <div className={styles.memos}>
        {memos.map((memo) => (
          <label key={memo.id} className={styles.memo}>
            <input
              type="radio"
              name="coverMemo"
              value={memo.id}
              defaultChecked={book.coverMemo === memo.id}
              aria-label={`${memo.author.name}: ${memo.question}`}
              className={styles.mark}
            />
            <span className={styles.picture}>
              <MemoImage image={memo.img ?? ''} alt={describe(memo)} />
            </span>
            <span className={styles.author} aria-hidden="true">
              {memo.author.name}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Alternative text of a picture: its transcription, if there is one. */
const describe = ({ alt, author }: Memo) => alt ?? `Handwriting of ${author.name}`

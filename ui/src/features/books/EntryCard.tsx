import { Link } from 'wouter'
import type { Memo } from '../../api/memos'
import { toDate } from '../../lib/time-ago'
import { paths } from '../../paths'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { HiddenNotice } from '../../ui/HiddenNotice'
import { MemoImage } from '../../ui/MemoImage'
import { RelativeTime } from '../../ui/RelativeTime'
import { Transcription } from '../../ui/Transcription'
import { DescribeMemoButton } from './DescribeMemoButton'
import styles from './EntryCard.module.css'
import { inLoves } from './loves'

interface EntryCardProps {
  memo: Memo
  onTakeBack(): void
}

/** One memo of the member's. */
export function EntryCard({ memo, onTakeBack }: EntryCardProps) {
  const { question } = memo
  return (
    <Card>
      <article className={styles.entry} aria-labelledby={`memo-${memo.id}`}>
        <h3 id={`memo-${memo.id}`} className={styles.question}>
          {question}
        </h3>
        <HiddenNotice memo={memo} />
        <EntryContent memo={memo} />
        <p className="meta">
          <EntryTime memo={memo} />
          {memo.published && `, ${inLoves(memo.loves)}`}
        </p>
        <div className={styles.actions}>
          <Link href={paths.chooseType(memo.bid)}>
            Contribute again<span className="visually-hidden">: {question}</span>
          </Link>
          {memo.img && <DescribeMemoButton memo={memo} />}
          <Button look="quiet" onClick={onTakeBack}>
            Take it back<span className="visually-hidden">: {question}</span>
          </Button>
        </div>
      </article>
    </Card>
  )
}

/** The handwriting, the page or the words. */
export function EntryContent({ memo: { type, img, post, alt } }: { memo: Memo }) {
  if (!img) return <p className={styles.words}>{post}</p>
  return (
    <>
      <MemoImage image={img} alt={alt ?? 'Your handwriting'} page={type === 'page'} />
      <Transcription words={alt} />
    </>
  )
}

export function EntryTime({ memo }: { memo: Memo }) {
  const updatedAt = toDate(memo.updatedAt)
  return <RelativeTime at={updatedAt} />
}

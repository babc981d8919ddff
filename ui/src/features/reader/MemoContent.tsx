import { MemoImage } from '../../entities/memo/MemoImage'
import type { Memo } from '../../entities/memo/queries'
import { Transcription } from '../../entities/memo/Transcription'
import styles from './MemoContent.module.css'

/** Picture or text of a memo for its readers. */
export function MemoContent({ memo: { type, img, post, alt, author } }: { memo: Memo }) {
  if (!img) return <p className={styles.words}>{post}</p>
  return (
    <>
      <MemoImage image={img} alt={alt ?? `Handwriting of ${author.name}`} page={type === 'page'} />
      <Transcription text={alt} />
    </>
  )
}

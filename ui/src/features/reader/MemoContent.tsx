import type { Memo } from '../../api/memos'
import { MemoImage } from '../../ui/MemoImage'
import styles from './MemoContent.module.css'

/** The handwriting, the page or the words, as its readers see it. */
export function MemoContent({ memo: { type, img, post, author } }: { memo: Memo }) {
  if (!img) return <p className={styles.words}>{post}</p>
  return <MemoImage image={img} alt={`Handwriting of ${author.name}`} page={type === 'page'} />
}

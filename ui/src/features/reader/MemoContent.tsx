import type { Memo } from '../../api/memos'
import { MemoImage } from '../../ui/MemoImage'
import { Picture } from '../../ui/Picture'
import styles from './MemoContent.module.css'

/** A whole page is as tall as the tablet that it was written on. */
const PAGE = { width: 1404, height: 1872 }

/** The handwriting, the page or the words, as its readers see it. */
export function MemoContent({ memo: { type, img, post, author } }: { memo: Memo }) {
  if (!img) return <p className={styles.words}>{post}</p>
  const alt = `Handwriting of ${author.name}`
  if (type === 'page') return <Picture src={img} alt={alt} {...PAGE} />
  return <MemoImage image={img} alt={alt} />
}

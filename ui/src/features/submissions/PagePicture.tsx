import { MemoImage } from '../../entities/memo/MemoContent'
import styles from './PagePicture.module.css'

interface PagePictureProps {
  /** URL on the server, or a PNG in base64. */
  image: string
  question: string
}

/** Picture of a full page, small enough to be seen whole. */
export function PagePicture({ image, question }: PagePictureProps) {
  return (
    <span className={styles.page}>
      <MemoImage image={image} alt={`Your page on: ${question}`} page />
    </span>
  )
}

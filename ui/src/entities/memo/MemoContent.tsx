import { Picture } from '../../ui/Picture'
import styles from './MemoContent.module.css'
import type { Memo } from './queries'

interface MemoContentProps {
  memo: Memo
  /** Alternative text of a picture without a transcription. */
  description?: string
  /** Class of a typed memo. */
  className?: string | undefined
}

/** Picture or text of a memo. */
export function MemoContent({
  memo: { type, img, post, alt, author },
  description = `Handwriting of ${author.name}`,
  className = styles.words,
}: MemoContentProps) {
  if (!img) return <p className={className}>{post}</p>
  return (
    <>
      <MemoImage image={img} alt={alt ?? description} page={type === 'page'} />
      <Transcription text={alt} />
    </>
  )
}

interface MemoImageProps {
  /** URL on the server, or a PNG in base64. */
  image: string
  alt: string
  /** Whether the image is a full page instead of one box of the form. */
  page?: boolean
}

const isAddress = (image: string) => image.startsWith('/') || image.startsWith('data:')

const BOX = { width: 1120, height: 876 }
const PAGE = { width: 1800, height: 2400 }

/** Picture of a memo: handwriting on the paper of the page around it, or a full page. */
export function MemoImage({ image, alt, page = false }: MemoImageProps) {
  const src = isAddress(image) ? image : `data:image/png;base64,${image}`
  return page ? (
    <Picture src={src} alt={alt} {...PAGE} />
  ) : (
    <Picture className={styles.ink} src={src} alt={alt} {...BOX} />
  )
}

/** Transcription of a picture, for readers who cannot decipher the handwriting. */
export function Transcription({ text }: { text: string | null | undefined }) {
  if (!text) return null
  return (
    <details className={styles.transcription}>
      <summary>Transcription</summary>
      <p>{text}</p>
    </details>
  )
}

import { Picture } from '../../ui/Picture'

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

/** Picture of a memo. */
export function MemoImage({ image, alt, page = false }: MemoImageProps) {
  const src = isAddress(image) ? image : `data:image/png;base64,${image}`
  return <Picture src={src} alt={alt} {...(page ? PAGE : BOX)} />
}

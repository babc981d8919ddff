import { Picture } from '../../ui/Picture'

interface MemoImageProps {
  /** An address of the server's, or a PNG in base64. */
  image: string
  alt: string
  /** A full page instead of one box of the form. */
  page?: boolean
}

const isAddress = (image: string) => image.startsWith('/') || image.startsWith('data:')

const BOX = { width: 1120, height: 876 }
const PAGE = { width: 1800, height: 2400 }

/** What a member wrote or drew. */
export function MemoImage({ image, alt, page = false }: MemoImageProps) {
  const src = isAddress(image) ? image : `data:image/png;base64,${image}`
  return <Picture src={src} alt={alt} {...(page ? PAGE : BOX)} />
}

import { Picture } from './Picture'

interface MemoImageProps {
  /** An address of the server's, or a PNG in base64. */
  image: string
  alt: string
}

const isAddress = (image: string) => image.startsWith('/') || image.startsWith('data:')

/** Handwriting from one box of the form. */
export function MemoImage({ image, alt }: MemoImageProps) {
  return (
    <Picture
      src={isAddress(image) ? image : `data:image/png;base64,${image}`}
      alt={alt}
      width={1120}
      height={876}
    />
  )
}

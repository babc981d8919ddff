import { loadPicture } from '../../lib/load-picture'

/** A page's handwriting needs no more pixels than this on its long side. */
const LONG_SIDE = 2600

/** Size of a picture scaled down to the maximum, in pixels. */
export function fitted(width: number, height: number): [width: number, height: number] {
  const scale = Math.min(1, LONG_SIDE / Math.max(width, height))
  return [Math.round(width * scale), Math.round(height * scale)]
}

/** A photo as PNG, upright and scaled down to the maximum. */
export async function photoToPng(photo: File): Promise<File> {
  const picture = await decode(photo)
  const [width, height] = fitted(picture.width, picture.height)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height)
  const png = await new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png')
  })
  return new File([png], `${photo.name.replace(/\.\w+$/, '')}.png`, { type: 'image/png' })
}

/**
 * Decodes a photo, upright if the browser applies the orientation in its metadata. Older ones
 * reject that option; the server reads pages in any orientation.
 */
async function decode(photo: File): Promise<ImageBitmap | HTMLImageElement> {
  try {
    return await createImageBitmap(photo, { imageOrientation: 'from-image' })
  } catch {
    const url = URL.createObjectURL(photo)
    try {
      return await loadPicture(url)
    } finally {
      URL.revokeObjectURL(url)
    }
  }
}

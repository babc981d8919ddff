import { loadPicture } from './load-picture'

/** Part of a picture, in pixels. */
interface Bounds {
  left: number
  top: number
  width: number
  height: number
}

/** Greatest brightness of ink, of 255: paper and the shadows on it are lighter. */
const MAX_INK_BRIGHTNESS = 176
/** Width at which ink is searched for, in pixels: enough to find it, and quick on an e-reader. */
const SEARCH_WIDTH = 280
/** Paper that is left around the ink, in pixels of the search. */
const MARGIN = 6
/** Least part of the picture's width and height that is left, so that a single word is not shown like a headline. */
const MIN_PART = { width: 0.75, height: 0.45 }

/** Smallest part of a picture that holds all ink; undefined without any. `pixels` are RGBA. */
export function inkBounds(pixels: Uint8ClampedArray, width: number): Bounds | undefined {
  let [left, top, right, bottom] = [width, Number.POSITIVE_INFINITY, -1, -1]
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = [pixels[at], pixels[at + 1], pixels[at + 2]]
    if (0.3 * red + 0.59 * green + 0.11 * blue > MAX_INK_BRIGHTNESS) continue
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = y
  }
  if (right < 0) return undefined
  return { left, top, width: right - left + 1, height: bottom - top + 1 }
}

/** Address of the picture without the empty paper around its ink; the given one if it has no ink. */
export async function trimToInk(address: string): Promise<string> {
  const picture = await loadPicture(address)
  const { naturalWidth, naturalHeight } = picture
  const scale = Math.min(1, SEARCH_WIDTH / naturalWidth)
  const [width, height] = [Math.round(naturalWidth * scale), Math.round(naturalHeight * scale)]
  const small = drawn(
    picture,
    { left: 0, top: 0, width: naturalWidth, height: naturalHeight },
    width,
    height,
  )
  const ink = inkBounds(small.getImageData(0, 0, width, height).data, width)
  if (!ink) return address
  const left = Math.max(0, ink.left - MARGIN) / scale
  const top = Math.max(0, ink.top - MARGIN) / scale
  const part = {
    left,
    top,
    width: Math.max((ink.width + 2 * MARGIN) / scale, naturalWidth * MIN_PART.width),
    height: Math.max((ink.height + 2 * MARGIN) / scale, naturalHeight * MIN_PART.height),
  }
  return drawn(picture, part, Math.round(part.width), Math.round(part.height)).canvas.toDataURL()
}

/** Canvas of that size with a part of a picture. */
function drawn(
  picture: HTMLImageElement,
  { left, top, width, height }: Bounds,
  canvasWidth: number,
  canvasHeight: number,
): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas')
  canvas.width = canvasWidth
  canvas.height = canvasHeight
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  // The part may be larger than what is left of the picture.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvasWidth, canvasHeight)
  context.drawImage(picture, left, top, width, height, 0, 0, canvasWidth, canvasHeight)
  return context
}

import { type ReactEventHandler, useState } from 'react'

/** Side of the square to which a picture is reduced, in pixels. */
const SIDE = 48
/** Least brightness of paper, of 255: scans are grey and have shadows. */
const MIN_PAPER_BRIGHTNESS = 190
/** Difference between the colours of a pixel above which it isn't grey. */
const MAX_GREY_DIFFERENCE = 48
/** Share of paper above which a picture is ink on it. */
const MIN_PAPER_SHARE = 0.7
/** Share of coloured pixels up to which they are coloured ink. */
const MAX_COLOURED_SHARE = 0.15

/** Whether a picture shows ink on light paper, and is no photo or cover. `pixels` are RGBA. */
export function isInkOnPaper(pixels: Uint8ClampedArray): boolean {
  let [paper, coloured] = [0, 0]
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = [pixels[at], pixels[at + 1], pixels[at + 2]]
    const [darkest, lightest] = [Math.min(red, green, blue), Math.max(red, green, blue)]
    if (lightest - darkest > MAX_GREY_DIFFERENCE) coloured += 1
    else if (darkest >= MIN_PAPER_BRIGHTNESS) paper += 1
  }
  const all = pixels.length / 4
  return paper / all >= MIN_PAPER_SHARE && coloured / all <= MAX_COLOURED_SHARE
}

/** Pixels of a loaded picture, reduced; undefined where the browser can't draw it. */
function pixelsOf(picture: HTMLImageElement): Uint8ClampedArray | undefined {
  const context = Object.assign(document.createElement('canvas'), {
    width: SIDE,
    height: SIDE,
  }).getContext('2d')
  context?.drawImage(picture, 0, 0, SIDE, SIDE)
  return context?.getImageData(0, 0, SIDE, SIDE).data
}

/**
 * Class for the frame of a picture of this site, which shows ink light on dark displays. `onLoad` is for the picture.
 */
export function useInkOnPaper() {
  const [isInk, setInk] = useState(false)
  const onLoad: ReactEventHandler<HTMLImageElement> = ({ currentTarget }) => {
    const pixels = pixelsOf(currentTarget)
    setInk(!!pixels && isInkOnPaper(pixels))
  }
  return { className: isInk ? 'ink-on-paper' : undefined, onLoad }
}

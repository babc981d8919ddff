import { expect, test } from 'vitest'
import { isInkOnPaper } from './use-ink-on-paper'

/** A picture of 100 pixels, of which the first are of other colours. */
function picture(ground: number[], ...others: [number, number[]][]) {
  const pixels = Array(100).fill(ground)
  let at = 0
  for (const [count, colour] of others) {
    pixels.fill(colour, at, at + count)
    at += count
  }
  return new Uint8ClampedArray(pixels.flatMap((colour) => [...colour, 255]))
}

const PAPER = [250, 248, 243]
const BLACK = [20, 20, 24]
const RED = [190, 30, 40]

test('handwriting is ink on paper, also in colour and on grey paper', () => {
  expect(isInkOnPaper(picture(PAPER, [20, BLACK]))).toBe(true)
  expect(isInkOnPaper(picture(PAPER, [10, BLACK], [12, RED]))).toBe(true)
  expect(isInkOnPaper(picture([200, 199, 196], [8, BLACK]))).toBe(true)
})

test('photos, covers and dark pages are shown as they are', () => {
  expect(isInkOnPaper(picture([31, 63, 119], [20, PAPER]))).toBe(false)
  expect(isInkOnPaper(picture(PAPER, [40, [120, 90, 60]]))).toBe(false)
  expect(isInkOnPaper(picture(PAPER, [20, RED]))).toBe(false)
  expect(isInkOnPaper(picture(BLACK, [20, PAPER]))).toBe(false)
})

import { expect, test } from 'vitest'
import { inkBounds } from './trim-to-ink'

/** Pixels of a picture that is white but for those at the given places. */
function picture(width: number, height: number, ink: [x: number, y: number, shade: number][]) {
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255)
  for (const [x, y, shade] of ink) pixels.fill(shade, (y * width + x) * 4, (y * width + x) * 4 + 3)
  return pixels
}

test('the bounds hold all ink and nothing else', () => {
  const pixels = picture(20, 10, [
    [3, 2, 0],
    [12, 7, 120],
    [5, 4, 90],
  ])
  expect(inkBounds(pixels, 20)).toEqual({ left: 3, top: 2, width: 10, height: 6 })
})

test('ink in a corner reaches the edges', () => {
  expect(inkBounds(picture(8, 6, [[7, 5, 10]]), 8)).toEqual({
    left: 7,
    top: 5,
    width: 1,
    height: 1,
  })
})

test('paper, shadows and yellow marks are no ink', () => {
  const pixels = picture(8, 6, [[4, 3, 200]])
  pixels.set([255, 240, 0], 0)
  expect(inkBounds(pixels, 8)).toBeUndefined()
})

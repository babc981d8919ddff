import { expect, test } from 'vitest'
import { fitted } from './photo-to-png'

test('a photo gets no more pixels than the reading needs, and keeps its shape', () => {
  expect(fitted(4032, 3024)).toEqual([2600, 1950])
  expect(fitted(3024, 4032)).toEqual([1950, 2600])
  expect(fitted(1200, 1600)).toEqual([1200, 1600])
})

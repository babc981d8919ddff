import { expect, test } from 'vitest'
import { isLongEnough, lengthOf, problemOf } from './TextEditor'

test('characters are counted as the server counts them', () => {
  expect(lengthOf('  It rained. \n')).toBe(10)
  expect(lengthOf('今日は雨')).toBe(4)
  expect(lengthOf('😀😀')).toBe(2)
  expect(lengthOf('a\r\nb')).toBe(3)
})

test('more than 400 and less than 4 cannot be saved', () => {
  expect(problemOf('x'.repeat(400))).toBeUndefined()
  expect(problemOf('x'.repeat(401))).toBe('One character too many.')
  expect(problemOf('x'.repeat(420))).toBe('20 characters too many.')
  expect(isLongEnough(' Yes')).toBe(false)
  expect(isLongEnough('Yes.')).toBe(true)
})

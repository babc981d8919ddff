import { expect, test } from 'vitest'
import { checkEmail, countCharacters, tooLong } from './checks'

test.each([
  ['', 'Email is required.'],
  ['mara@', 'Please enter a valid email address.'],
  ['mara@club..org', 'Please enter a valid email address.'],
  [`${'m'.repeat(65)}@example.org`, 'Please enter a valid email address.'],
  [`mara@${'m'.repeat(250)}.org`, 'Please enter a valid email address.'],
  ['mara@example.org', undefined],
  ['mara+pages@club', undefined],
])('the address %j', (value, problem) => {
  expect(checkEmail(value, {})).toBe(problem)
})
test('characters are counted as the server counts them', () => {
  expect(countCharacters('  It rained. \n')).toBe(10)
  expect(countCharacters('今日は雨')).toBe(4)
  expect(countCharacters('😀😀')).toBe(2)
  expect(countCharacters('a\r\nb')).toBe(3)
})

test('a text is too long by its characters', () => {
  expect(tooLong('x'.repeat(400), 400)).toBeUndefined()
  expect(tooLong('😀'.repeat(400), 400)).toBeUndefined()
  expect(tooLong('x'.repeat(401), 400)).toBe('1 character too many.')
  expect(tooLong('x'.repeat(420), 400)).toBe('20 characters too many.')
})

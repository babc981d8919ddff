import { expect, test } from 'vitest'
import { checkEmail } from './checks'

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

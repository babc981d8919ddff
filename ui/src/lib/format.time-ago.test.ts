import { expect, test } from 'vitest'
import { timeAgo, toDate } from './format'

const NOW = new Date('2026-11-20T12:00:00Z')
const before = (seconds: number) =>
  toDate({ _seconds: NOW.getTime() / 1000 - seconds, _nanoseconds: 0 })

test.each([
  [20, 'just now'],
  [60, '1 minute ago'],
  [7_200, '2 hours ago'],
  [86_400, 'yesterday'],
  [3 * 86_400, '3 days ago'],
  [400 * 86_400, 'last year'],
])('%d seconds', (seconds, words) => {
  expect(timeAgo(before(seconds), NOW)).toBe(words)
})

test('a clock that is a little behind does not matter', () => {
  expect(timeAgo(before(-30), NOW)).toBe('just now')
})

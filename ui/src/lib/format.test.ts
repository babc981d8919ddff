import { expect, test } from 'vitest'
import {
  formatDay,
  formatDiskSize,
  formatEntries,
  formatFileSize,
  formatInterval,
  formatPosts,
} from './format'

test.each([
  [0, '0 entries'],
  [1, '1 entry'],
  [1200, '1,200 entries'],
])('%d entries', (count, words) => {
  expect(formatEntries(count)).toBe(words)
})

test.each([
  [900, '1 kB'],
  [64_000, '64 kB'],
  [1_440_000, '1.4 MB'],
  [33_554_432, '33.6 MB'],
])('%d bytes', (bytes, words) => {
  expect(formatFileSize(bytes)).toBe(words)
})

test('posts', () => {
  expect([formatPosts(1), formatPosts(1200)]).toEqual(['1 post', '1,200 posts'])
})

test('room on a disk', () => {
  expect(formatDiskSize(1_440_000_000)).toBe('1.4 GB')
})

test.each([
  [1, 'Every hour'],
  [5, 'Every 5 hours'],
  [24, 'Every day'],
  [48, 'Every 2 days'],
])('interval of %d hours', (hours, words) => {
  expect(formatInterval(hours)).toBe(words)
})

test('a day of the data is the same in every time zone', () => {
  expect(formatDay(new Date('2026-11-20'), 'UTC')).toBe('20 November 2026')
})

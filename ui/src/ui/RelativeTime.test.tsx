import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { formatDateTime } from '../lib/format'
import { RelativeTime } from './RelativeTime'

test('a moment is told by how long ago it was, and exactly where words do not last', () => {
  const at = new Date(Date.now() - 2 * 3_600_000)
  render(<RelativeTime at={at} />)
  const time = screen.getByText('2 hours ago').closest('time')
  expect(time?.dateTime).toBe(at.toISOString())
  expect(time?.title).toBe(formatDateTime(at))
})

test('a moment has its day and its minute', () => {
  expect(formatDateTime(new Date(2026, 11, 1, 14, 5))).toBe('1 Dec 2026, 14:05')
})

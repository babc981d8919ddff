import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { momentOf } from '../lib/day'
import { Ago } from './Ago'

test('a moment is told by how long ago it was, and exactly where words do not last', () => {
  const at = new Date(Date.now() - 2 * 3_600_000)
  render(<Ago at={at} />)
  const time = screen.getByText('2 hours ago').closest('time')
  expect(time?.dateTime).toBe(at.toISOString())
  expect(time?.title).toBe(momentOf(at))
})

test('a moment has its day and its minute', () => {
  expect(momentOf(new Date(2026, 11, 1, 14, 5))).toBe('1 Dec 2026, 14:05')
})

import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ADVENT, setClock } from '../../testing/dates'
import { BOOK, QUESTIONS, textMemo } from '../../testing/fixtures'
import { renderApp, signInAs } from '../../testing/render-app'
import { serve } from '../../testing/server'

afterEach(() => vi.useRealTimers())

/** The member's entries in a book with dates, at a moment. */
function visit(now: string, memos: unknown[]) {
  signInAs('u1')
  setClock(now)
  serve({
    '/api/book': () => [200, { ...BOOK, schedule: ADVENT }],
    '/api/questions': () => [200, QUESTIONS],
    '/api/memo/list': () => [200, memos],
    '/api/memo/history': () => [200, []],
    '/api/memo/removed': () => [200, []],
  })
  return renderApp('/book/contribute/entry/b1')
}

test('entries of an open book can be changed until it closes', async () => {
  const user = visit('2026-12-24T13:00', [textMemo('smell', 'Of bread.')])
  expect(await screen.findByText('Of bread.')).toBeTruthy()
  expect(screen.getByText('Closes in 5 hours.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Re-Submit' })).toBeTruthy()
  expect(screen.getAllByRole('link', { name: /^Answer/ })).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: /^Change.*smell/ }))
  expect(screen.getByRole('link', { name: 'Contribute again' })).toBeTruthy()
})

test('entries of a closed book stay, without a way to more', async () => {
  const user = visit('2026-12-25T13:00', [textMemo('smell', 'Of bread.')])
  expect(await screen.findByText('Of bread.')).toBeTruthy()
  expect(screen.getByText('Closed on 24 December 2026, 18:00.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: /^(Re-Submit|Answer)/ })).toBeNull()
  expect(screen.queryByText(/submit them again/)).toBeNull()
  expect(screen.getByRole('link', { name: 'My memos as PDF' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^Change.*smell/ }))
  expect(screen.queryByRole('link', { name: 'Contribute again' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Withdraw' })).toBeTruthy()
})

test('member without entries gets the form of a book that opens later', async () => {
  visit('2026-11-28T13:00', [])
  expect(await screen.findByText('Opens on 1 December 2026, 08:00.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Submit Entries' })).toBeNull()
  const form = screen.getByRole('link', { name: 'Get the form' })
  expect(form.getAttribute('href')).toBe('/book/contribute/post/type?bid=b1')
})

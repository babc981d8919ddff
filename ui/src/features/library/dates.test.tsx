import { act, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { chooseDisplay } from '../../lib/display'
import { ADVENT, setClock } from '../../testing/dates'
import { BOOK } from '../../testing/fixtures'
import { renderApp, signInAs } from '../../testing/render-app'
import { serve } from '../../testing/server'

const PUBLISHED = { ...BOOK, status: 'published', edition: 1 }
const MINUTE_MS = 60_000

afterEach(() => {
  vi.useRealTimers()
  chooseDisplay('screen')
})

/** The card of a book with dates, at a moment. */
async function card(now: string, more: object = {}) {
  setClock(now)
  serve({ '/api/book/list': () => [200, [{ ...BOOK, schedule: ADVENT, ...more }]] })
  renderApp('/library')
  return within(await screen.findByRole('article', { name: BOOK.name }))
}

test('card of an open book counts down, and goes on once a minute', async () => {
  const shown = await card('2026-12-24T17:39:30')
  expect(shown.getByText('Closes in 21 minutes.')).toBeTruthy()
  expect(shown.getByText(/Open until 24 December 2026, 18:00\./)).toBeTruthy()
  expect(shown.getByRole('link', { name: /^Contribute/ })).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(MINUTE_MS))
  expect(shown.getByText('Closes in 20 minutes.')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(20 * MINUTE_MS))
  expect(shown.getByText('Closed on 24 December 2026, 18:00.')).toBeTruthy()
  expect(shown.queryByRole('link', { name: /^Contribute/ })).toBeNull()
})

test('card on paper display has the moment, and no timer', async () => {
  chooseDisplay('paper')
  const shown = await card('2026-12-24T17:39:30')
  expect(shown.getByText('Open until 24 December 2026, 18:00.')).toBeTruthy()
  expect(shown.queryByText(/Closes in/)).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(30 * MINUTE_MS))
  expect(shown.getByText('Open until 24 December 2026, 18:00.')).toBeTruthy()
})

test.each([
  ['2026-11-28T14:00', 'Opens on 1 December 2026, 08:00.'],
  ['2026-12-25T14:00', 'Closed on 24 December 2026, 18:00.'],
])('card at %s says %s and has a form instead of a contribution', async (now, words) => {
  const shown = await card(now)
  expect(shown.getByText(words)).toBeTruthy()
  expect(shown.queryByRole('link', { name: /^Contribute/ })).toBeNull()
  const form = shown.getByRole('link', { name: `Get the form of ${BOOK.name}` })
  expect(form.getAttribute('href')).toBe('/book/contribute/post/type?bid=b1')
})

test('entries of the member stay in sight after the closing', async () => {
  signInAs('u1')
  const shown = await card('2026-12-25T14:00', { userMemoCount: 2, hasContributed: true })
  expect(shown.queryByRole('link', { name: /^Re-Submit/ })).toBeNull()
  const own = shown.getByRole('link', { name: 'Your entries (2)' })
  expect(own.getAttribute('href')).toBe('/book/contribute/entry/b1')
})

test.each([
  ['entries', 'of 20 needed', undefined],
  ['date', undefined, /The book is made when it closes\.$/],
  ['both', 'of 20 needed', /The book is made when it closes, even with fewer entries\.$/],
])('card of a book that is ready by %s says what it needs', async (readyBy, needed, made) => {
  const shown = await card('2026-12-12T12:00', { schedule: { ...ADVENT, readyBy } })
  expect(shown.getByText('12 days left.')).toBeTruthy()
  expect(shown.queryByText(/needed/)?.textContent).toBe(needed)
  if (made) expect(shown.getByText(made)).toBeTruthy()
  else expect(shown.queryByText(/is made when/)).toBeNull()
})

test('published book says when its next edition is made', async () => {
  const shown = await card('2026-12-12T12:00', {
    ...PUBLISHED,
    schedule: { ...ADVENT, readyBy: 'date' },
  })
  expect(shown.getByText(/The next edition is made when the book closes\./)).toBeTruthy()
  expect(shown.getByRole('link', { name: /^Read/ })).toBeTruthy()
})

test('book without dates says nothing about them', async () => {
  const shown = await card('2026-12-12T12:00', { schedule: { readyBy: 'entries' } })
  expect(shown.queryByText(/left|until|Opens|Closed/)).toBeNull()
})

import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { saveDraft } from '../../lib/drafts'
import { setStored } from '../../lib/storage'
import { ADVENT, setClock } from '../../testing/dates'
import { BOOK, QUESTIONS } from '../../testing/fixtures'
import { renderApp, signInAs } from '../../testing/render-app'
import { serve } from '../../testing/server'

const DATED = { ...BOOK, hasContributed: true, userMemoCount: 1, schedule: ADVENT }
const EARLY = '2026-11-28T14:00'
const DURING = '2026-12-12T12:00'
const LATE = '2026-12-25T14:00'

afterEach(() => vi.useRealTimers())

/** Home of a member who has begun a book with dates, opened it last, and has a draft in it. */
async function begin(now: string) {
  signInAs('u1')
  setStored({ bid: 'b1' })
  saveDraft('u1/b1/chair', 'A high')
  setClock(now)
  serve({
    '/api/book/list': () => [200, [DATED]],
    '/query-memos': () => [200, []],
    '/api/usr/posts': () => [200, { msg: 'Nothing.' }],
    '/api/usr/comments': () => [200, []],
    '/api/questions': () => [200, QUESTIONS],
  })
  renderApp('/begin')
  return within(await screen.findByRole('region', { name: 'Unfinished' }))
}

test('unfinished answers to an open book show its countdown', async () => {
  const unfinished = await begin(DURING)
  expect(unfinished.getByText(/3 open questions/)).toBeTruthy()
  expect(unfinished.getAllByText('12 days left.')).toHaveLength(2)
  expect(screen.getAllByText('12 days left.')).toHaveLength(3)
  expect(screen.getByRole('link', { name: 'Continue with your last book' })).toBeTruthy()
})

test('questions of a closed book are not unfinished, and its draft is kept', async () => {
  const unfinished = await begin(LATE)
  expect(unfinished.queryByText(/open questions/)).toBeNull()
  expect(unfinished.getByText(/one draft that isn’t saved/)).toBeTruthy()
  expect(unfinished.getByText('Closed on 24 December 2026, 18:00.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Continue with your last book' })).toBeNull()
})

test.each([
  [EARLY, null],
  [DURING, 'The kitchen table'],
  [LATE, null],
])('book with dates at %s is being written: %s', async (now, name) => {
  setClock(now)
  serve({ '/api/book/list': () => [200, [DATED]] })
  renderApp('/')
  await screen.findByRole('heading', { name: 'From a page to a book' })
  expect(screen.queryByText('Being written now') === null).toBe(name === null)
  if (name) expect(screen.getByText('12 days left.')).toBeTruthy()
})

test('visitor is offered an open book rather than one that needs less', async () => {
  setClock(LATE)
  const other = { ...BOOK, id: 'b2', name: 'Rivers', newAnswers: 0 }
  serve({ '/api/book/list': () => [200, [{ ...DATED, newAnswers: 19 }, other]] })
  renderApp('/')
  expect(await screen.findByRole('heading', { name: 'Rivers' })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'The kitchen table' })).toBeNull()
})

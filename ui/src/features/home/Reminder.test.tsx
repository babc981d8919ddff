import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { components } from '../../api/schema'
import { setStored } from '../../lib/storage'
import { renderApp, signInAs } from '../../testing/render-app'
import { refusal, serve } from '../../testing/server'

const OWN = '/api/account/reminder'
const SEEN = '/api/account/reminder/seen'

const REMINDER: components['schemas']['ReminderView'] = {
  bid: 'b1',
  book: 'A year in ink',
  open: 3,
  closes: {
    at: { _seconds: 1_798_000_000, _nanoseconds: 0 },
    local: '2026-12-24T18:00',
    words: '24 December 2026, 18:00',
  },
}

type Handlers = Parameters<typeof serve>[0]

const handlersWith = (reminder: object | null, more: Handlers = {}): Handlers => ({
  '/api/book/list': () => [200, []],
  '/query-memos': () => [200, []],
  '/api/usr/posts': () => [200, []],
  '/api/usr/comments': () => [200, []],
  [OWN]: () => [200, { reminder }],
  ...more,
})

function begin(reminder: object | null, more?: Handlers) {
  signInAs('u1')
  const server = serve(handlersWith(reminder, more))
  return { ...server, user: renderApp('/begin') }
}

const notice = async () => within(await screen.findByRole('region', { name: 'Reminder' }))
const library = () => screen.findByRole('link', { name: 'Open the library' })

test('a reminder names the open questions, their book and its closing, and leads to them', async () => {
  begin(REMINDER)
  const shown = await notice()
  expect(shown.getByText('3 questions of “A year in ink” are still open for you.')).toBeTruthy()
  expect(shown.getByText('The book closes on 24 December 2026, 18:00.')).toBeTruthy()
  const link = shown.getByRole('link', { name: 'Open the book' })
  expect(link.getAttribute('href')).toBe('/book/contribute/entry/b1')
})

test('a book that stays open, with one open question', async () => {
  begin({ ...REMINDER, open: 1, closes: null })
  const shown = await notice()
  expect(shown.getByText('One question of “A year in ink” is still open for you.')).toBeTruthy()
  expect(shown.queryByText(/closes/)).toBeNull()
})

test('a dismissed reminder is gone, and the focus is on the page', async () => {
  const { user, calls } = begin(REMINDER, { [SEEN]: () => [204] })
  await user.click((await notice()).getByRole('button', { name: /^Dismiss/ }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Reminder' })).toBeNull())
  expect(calls.filter(({ path }) => path === SEEN)).toHaveLength(1)
  await waitFor(() => expect(document.activeElement?.id).toBe('content'))
})

test('a reminder that cannot be dismissed stays, and it is said why', async () => {
  const { user } = begin(REMINDER, { [SEEN]: () => [503, refusal('busy', 'The server is busy.')] })
  await user.click((await notice()).getByRole('button', { name: /^Dismiss/ }))
  expect(
    await screen.findByText('The reminder could not be dismissed. The server is busy.'),
  ).toBeTruthy()
  expect(await notice()).toBeTruthy()
})

test('without a reminder, nothing is shown', async () => {
  const { calls } = begin(null)
  await library()
  expect(calls.filter(({ path }) => path === OWN)).toHaveLength(1)
  expect(screen.queryByRole('region', { name: 'Reminder' })).toBeNull()
})

test('the page is there before its reminder', async () => {
  let answer = () => {}
  begin(null, {
    [OWN]: async () => {
      await new Promise<void>((resolve) => (answer = resolve))
      return [200, { reminder: REMINDER }]
    },
  })
  await library()
  expect(screen.queryByRole('region', { name: 'Reminder' })).toBeNull()
  answer()
  expect(await notice()).toBeTruthy()
})

test('a reminder that cannot be fetched leaves the page as it is', async () => {
  begin(null, { [OWN]: () => [500, refusal('internal', 'The disk is full.')] })
  await library()
  expect(screen.queryByText('The disk is full.')).toBeNull()
})

test('applicants are reminded, too', async () => {
  setStored({ application: 'waiting', isAdmin: 'false' })
  begin(REMINDER, { '/api/account/application': () => [200, { state: 'waiting' }] })
  expect(await notice()).toBeTruthy()
})

test('visitors have no reminders', async () => {
  const { calls } = serve(handlersWith(REMINDER))
  renderApp('/begin')
  await library()
  expect(calls.map(({ path }) => path)).not.toContain(OWN)
})

import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serverConfig } from '../../lib/server-config'
import { BOOK, NO_MEMOS, QUESTIONS } from '../../testing/fixtures'
import { add, HERE, pdf, READ } from '../../testing/hand-page'
import { renderApp, signInAs } from '../../testing/render-app'
import { FakeUpload, serve } from '../../testing/server'

const AGAIN = { available: 9, used: 1, max: 10, needsCredit: true, checkout: null }
const CHECKOUT = 'https://pay.example.org/b/1?client_reference_id=u1'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.spyOn(serverConfig, 'playsPrizePeg', 'get').mockReturnValue(true)
  signInAs('u1')
})
afterEach(() => vi.useRealTimers())

const serveAgain = (more: Parameters<typeof serve>[0] = {}) =>
  serve({
    '/api/book': () => [200, BOOK],
    '/api/questions': () => [200, QUESTIONS],
    '/api/memo/usr/count': () => [200, { ...NO_MEMOS, hand: 2, total: 2 }],
    '/api/memo/list': () => [200, []],
    '/check-retries': () => [200, AGAIN],
    '/credits/u1': () => [200, { id: 'u1', amt: 0 }],
    ...more,
  })

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))
const dropArea = () => screen.queryByLabelText(/Choose your PDF or PNG/)

function open() {
  renderApp(HERE)
  return userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
}

test('credits are looked for five times, with words that say so from the second on', async () => {
  const { calls } = serveAgain()
  open()
  expect(await screen.findByText('Rounding up the unicorns..')).toBeTruthy()
  await pass(1)
  expect(screen.getByText('Rounding up the unicorns..')).toBeTruthy()
  await pass(1)
  expect(screen.getByText('We are checking your Retry credits')).toBeTruthy()
  await pass(3)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await pass(5)
  expect(calls.filter(({ path }) => path === '/credits/u1')).toHaveLength(5)
  expect(screen.getByRole('button', { name: 'Resubmit' })).toBeTruthy()
  expect(dropArea()).toBeNull()
})

test('a credit that is found opens the way, and the game is told how many', async () => {
  let amt = 0
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  serveAgain({ '/credits/u1': () => [200, { id: 'u1', amt }] })
  const user = open()
  await screen.findByText('Rounding up the unicorns..')
  await pass(2)
  amt = 3
  await pass(1)
  expect(await screen.findByText('We found your credits')).toBeTruthy()
  await pass(1)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(dropArea()).toBeTruthy()
  const upload = await add(user, pdf())
  act(() => upload.answer(200, READ))
  await waitFor(() => expect(FakeUpload.last?.path).toBe('/process-pdf'))
  expect(FakeUpload.last?.form?.get('credit')).toBe('3')
})

test('where it costs nothing, Resubmit takes a retry and goes on', async () => {
  let amt = 0
  const { bodiesOf } = serveAgain({
    '/credits/u1': () => [200, { id: 'u1', amt }],
    '/add-retry': () => {
      amt = 1
      return [200, { available: 9 }]
    },
  })
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Close' }))
  await pass(2)
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Resubmit' }))
  await pass(3)
  await waitFor(() => expect(dropArea()).toBeTruthy())
  expect(bodiesOf('/add-retry')).toEqual([{ email: 'u1@example.org', bid: 'b1' }])
})

test('where it costs something, Resubmit leads to the checkout', async () => {
  serveAgain({ '/check-retries': () => [200, { ...AGAIN, checkout: CHECKOUT }] })
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Close' }))
  const link = await screen.findByRole('link', { name: 'Resubmit' })
  expect(link.getAttribute('href')).toBe(CHECKOUT)
})

test('after ten resubmissions there is none left', async () => {
  serveAgain({ '/check-retries': () => [200, { ...AGAIN, available: 0, used: 10 }] })
  open()
  expect(await screen.findByText('The limit of 10 resubmissions has been reached.')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Resubmit' })).toBeNull()
  expect(dropArea()).toBeNull()
})

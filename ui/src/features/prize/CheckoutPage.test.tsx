import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setStored } from '../../lib/storage'
import { playPrizePeg } from '../../testing/prize'
import { address, renderApp, signInAs } from '../../testing/render-app'
import { refusal, serve } from '../../testing/server'

const PAY = 'https://pay.example.org/b?prefilled_email=u1%40example.org&client_reference_id=u1'
const RETRIES = { available: 9, used: 1, max: 10, needsCredit: true, checkout: PAY }

function checkout(retries: object | [number, unknown], framesCheckout = false) {
  playPrizePeg({ framesCheckout })
  signInAs('u1')
  setStored({ bid: 'b1' })
  const server = serve({
    '/check-retries': () => (Array.isArray(retries) ? (retries as [number]) : [200, retries]),
  })
  renderApp('/prizepeg/checkout')
  return server
}

/** Without it the browser of the tests complains of every frame. */
function letFramesLoad() {
  const { happyDOM } = window as unknown as { happyDOM: { settings: Record<string, boolean> } }
  happyDOM.settings.enableIframePageLoading = true
}

const target = async (name: string) =>
  (await screen.findByRole('link', { name })).getAttribute('href')

test('the payment page of this member, and the way back to the form', async () => {
  const { bodiesOf } = checkout(RETRIES)
  expect(await target('Go to the payment page')).toBe(PAY)
  expect(await target('I have paid')).toBe('/book/contribute/post/hand/b1')
  expect(screen.getByText(/submit a form of this book 9 more times/)).toBeTruthy()
  expect(screen.queryByTitle('Checkout')).toBeNull()
  expect(bodiesOf('/check-retries')).toEqual([{ email: 'u1@example.org', max: 10, bid: 'b1' }])
})

test('it stands within ours where it may, and still opens by itself', async () => {
  letFramesLoad()
  checkout({ ...RETRIES, checkout: 'about:blank' }, true)
  expect((await screen.findByTitle('Checkout')).tagName).toBe('IFRAME')
  expect(await target('Open the payment page on its own')).toBe('about:blank')
  expect(await target('I have paid')).toBe('/book/contribute/post/hand/b1')
})

test('where nothing is to be paid, the page says so', async () => {
  checkout({ ...RETRIES, checkout: null })
  expect(await screen.findByText(/is free here/)).toBeTruthy()
  expect(await target('Go to the library')).toBe('/library')
})

test('nobody pays for what the limit forbids', async () => {
  checkout({ ...RETRIES, available: 0, used: 10 })
  expect(await screen.findByText('The limit of 10 resubmissions has been reached.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Go to the payment page' })).toBeNull()
})

test('a refusal is said', async () => {
  checkout([404, refusal('not-found', 'This book was not found.')])
  expect(await screen.findByText('This book was not found.')).toBeTruthy()
  expect(await target('Go to the library')).toBe('/library')
})

test('a stranger signs in first and comes back', async () => {
  playPrizePeg()
  renderApp('/prizepeg/checkout')
  await screen.findByLabelText('Password')
  expect(address()).toBe('/signin?last=prizepeg/checkout')
})

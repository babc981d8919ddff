import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getStored, setStored } from '../../../lib/storage'
import { address, renderApp } from '../../../testing/render-app'
import { refusal, serve } from '../../../testing/server'

const request = (code: string, shown: string) => ({
  code,
  shown,
  link: `https://ink.example.org/tablet/${code}`,
  qrcode: 'data:image/svg+xml,x',
  secret: `secret of ${code}`,
  expiresAt: { _seconds: 120, _nanoseconds: 0 },
})
const MARA = {
  uid: 'u1',
  email: 'mara@example.org',
  name: 'Mara',
  username: 'mara',
  isAdmin: false,
  emailVerified: true,
  token: 'receipt',
}
const WAITING: [number, unknown] = [200, { signedIn: null }]
const ENDED: [number, unknown] = [
  404,
  refusal('not-found', 'This code has expired or was used. Start again on the tablet.'),
]
const CLAIM = '/api/tablet-sign-in/K7QD3M/claim'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => void vi.useRealTimers())

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))

/** Opens the page, whose claims get these responses, and the last of them again. */
async function open(claims: [number, unknown][], path = '/signin/tablet') {
  const requests = [request('K7QD3M', 'AC34'), request('M3DQ7K', 'XY67')]
  const rest = [...claims]
  const server = serve({
    '/api/tablet-sign-in': () => [201, requests.shift()],
    [CLAIM]: () => (rest.length > 1 ? rest.shift() : rest[0]) ?? WAITING,
    '/api/tablet-sign-in/M3DQ7K/claim': () => WAITING,
    '/verify-token': () => [200, {}],
    '/api/book/list': () => [200, []],
    '/check-admin': () => [200, { isAdmin: false }],
    '/api/account/application': () => [200, { state: 'none' }],
  })
  const user = renderApp(path)
  await screen.findByText('AC34')
  return { ...server, user, claimed: () => server.bodiesOf(CLAIM).length }
}

test('tablet shows its codes and signs in as soon as the phone has approved it', async () => {
  setStored({ uid: 'u0', application: 'waiting' })
  const path = '/signin/tablet?last=library'
  const { bodiesOf, claimed } = await open([WAITING, [200, { signedIn: MARA }], ENDED], path)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Sign in with a phone')
  expect(screen.getByRole('img', { name: /^QR code/ }).getAttribute('src')).toBe(
    'data:image/svg+xml,x',
  )
  expect(screen.getByText('https://ink.example.org/tablet/K7QD3M')).toBeTruthy()
  expect(screen.getByText('Works for two minutes.')).toBeTruthy()

  await pass(2)
  expect(screen.getByText('AC34')).toBeTruthy()
  await pass(2)
  await waitFor(() => expect(address()).toBe('/library'))
  expect(bodiesOf(CLAIM)).toEqual(Array(2).fill({ secret: 'secret of K7QD3M' }))
  const keys = ['uid', 'email', 'name', 'isAdmin', 'emailVerified', 'token'] as const
  expect(keys.map(getStored)).toEqual([
    'u1',
    'mara@example.org',
    'Mara',
    'false',
    'true',
    'receipt',
  ])
  expect(bodiesOf('/verify-token')).toEqual([{ idToken: 'receipt' }])
  // The application was another member's.
  expect(getStored('application')).not.toBe('waiting')
  await pass(10)
  expect(claimed()).toBe(2)
  expect(bodiesOf('/api/tablet-sign-in')).toHaveLength(1)
})

test('tablet without a page to return to begins', async () => {
  await open([[200, { signedIn: MARA }]])
  await pass(2)
  await waitFor(() => expect(address()).toBe('/begin'))
})

test('code that has expired or was used is replaced on request', async () => {
  const { user, bodiesOf, claimed } = await open([WAITING, ENDED])
  await pass(4)
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This code has expired or was used. Make a new one.',
  )
  expect(screen.queryByText('AC34')).toBeNull()
  await pass(10)
  expect(claimed()).toBe(2)
  expect(bodiesOf('/api/tablet-sign-in')).toHaveLength(1)

  await user.click(screen.getByRole('button', { name: 'Make a new code' }))
  expect(await screen.findByText('XY67')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  await pass(2)
  expect(bodiesOf('/api/tablet-sign-in/M3DQ7K/claim')).toHaveLength(1)
  expect(claimed()).toBe(2)
})

test('refused request is shown and repeated on request only', async () => {
  const { bodiesOf } = serve({
    '/api/tablet-sign-in': () => [429, refusal('rate-limited', 'Please wait a minute.')],
  })
  const user = renderApp('/signin/tablet')
  expect((await screen.findByRole('alert')).textContent).toBe('Please wait a minute.')
  await pass(10)
  expect(bodiesOf('/api/tablet-sign-in')).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(bodiesOf('/api/tablet-sign-in')).toHaveLength(2))
  expect(await screen.findByRole('alert')).toBeTruthy()
})

test('hidden page does not poll', async () => {
  const { claimed } = await open([WAITING])
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await pass(10)
  expect(claimed()).toBe(0)
  visibility.mockReturnValue('visible')
  await pass(2)
  expect(claimed()).toBe(1)
})

test('polling stops when the page is left', async () => {
  const { user, claimed } = await open([WAITING], '/signin/tablet?last=library')
  await pass(2)
  expect(claimed()).toBe(1)
  await user.click(screen.getByRole('link', { name: 'Sign in with a password' }))
  await screen.findByLabelText('Password')
  expect(address()).toBe('/signin?last=library')
  const before = claimed()
  await pass(10)
  expect(claimed()).toBe(before)
})

test('code stays while the server fails for a moment', async () => {
  const failed: [number, unknown] = [500, refusal('internal', 'Something went wrong.')]
  const { claimed } = await open([failed, WAITING, [200, { signedIn: MARA }]])
  await pass(2)
  expect(claimed()).toBe(1)
  expect(screen.getByText('AC34')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  await pass(4)
  await waitFor(() => expect(address()).toBe('/begin'))
})

test('sign-in page links to it and passes on the page to return to', async () => {
  serve({ '/api/tablet-sign-in': () => [201, request('K7QD3M', 'AC34')] })
  const user = renderApp('/signin?last=library')
  await user.click(await screen.findByRole('link', { name: 'Sign in with a phone' }))
  expect(await screen.findByText('AC34')).toBeTruthy()
  expect(address()).toBe('/signin/tablet?last=library')
})

test('sign-in that applies an email change has no link to it', async () => {
  renderApp('/settings/email/verify?oobCode=c1')
  expect(await screen.findByRole('link', { name: 'I forgot my password' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Sign in with a phone' })).toBeNull()
})

import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { serverConfig } from '../../lib/server-config'
import { getStored, setStored } from '../../lib/storage'
import { address, renderApp } from '../../testing/render-app'
import { refusal, serve } from '../../testing/server'

const MARA = {
  uid: 'u1',
  email: 'mara@example.org',
  name: 'Mara',
  username: 'mara',
  isAdmin: false,
  emailVerified: true,
  token: 'receipt',
}

async function signIn(user: UserEvent) {
  await user.type(await screen.findByLabelText('Email'), 'mara@example.org')
  await user.type(screen.getByLabelText('Password'), 'secret words{Enter}')
}

test('remembers who signed in, checks the receipt and begins', async () => {
  const { bodiesOf } = serve({
    '/signin': () => [200, MARA],
    '/verify-token': () => [200, {}],
  })
  await signIn(renderApp('/signin'))
  await waitFor(() => expect(address()).toBe('/begin'))
  const kept = (['uid', 'email', 'isAdmin', 'emailVerified'] as const).map(getStored)
  expect(kept).toEqual(['u1', 'mara@example.org', 'false', 'true'])
  expect(bodiesOf('/verify-token')).toEqual([{ idToken: 'receipt' }])
})

test.each([
  ['u1', 'waiting'],
  ['u0', null],
])('after a sign-up by %s, the stored application is %s', async (uid, application) => {
  setStored({ uid, application: 'waiting' })
  serve({ '/signin': () => [200, MARA], '/verify-token': () => [200, {}] })
  await signIn(renderApp('/signin'))
  await waitFor(() => expect(address()).toBe('/begin'))
  expect(getStored('application')).toBe(application)
})

test('goes to the page that asked for it', async () => {
  serve({
    '/signin': () => [200, MARA],
    '/verify-token': () => [401, refusal('invalid-credentials', 'Unknown.')],
    '/api/book/list': () => [200, []],
  })
  await signIn(renderApp('/signin?last=library'))
  await waitFor(() => expect(address()).toBe('/library'))
})

test.each([
  [
    401,
    refusal('invalid-credentials', 'No such account.'),
    'Incorrect email or password. Please try again.',
  ],
  [500, undefined, 'Incorrect email or password. Please try again.'],
  [429, refusal('rate-limited', 'Please wait a minute.'), 'Please wait a minute.'],
])('a failure with status %d', async (status, body, words) => {
  serve({ '/signin': () => [status, body] })
  await signIn(renderApp('/signin'))
  expect((await screen.findByRole('alert')).textContent).toContain(words)
  expect(getStored('uid')).toBeNull()
})

test.each([
  ['verified=true', 'Your email was verified successfully'],
  ['reg=abc', 'Welcome aboard! Please sign in to get started.'],
])('with %s it says so', async (query, words) => {
  renderApp(`/signin?${query}`)
  expect(await screen.findByText(words)).toBeTruthy()
})

test.each(['signup', '/signin?last=signup', 'signup/profile', '//signup?a=b', 'verify?token=t'])(
  'a way in such as %s is no page to come back to',
  async (last) => {
    serve({ '/signin': () => [200, MARA], '/verify-token': () => [200, {}] })
    await signIn(renderApp(`/signin?last=${encodeURIComponent(last)}`))
    await waitFor(() => expect(address()).toBe('/begin'))
  },
)

test('the address that was typed and the page that was asked for come along', async () => {
  serve({ '/signout': () => [204] })
  const user = renderApp('/signin?last=library')
  await user.type(await screen.findByLabelText('Email'), 'mara@example.org')
  await user.click(screen.getByRole('link', { name: 'I forgot my password' }))
  await screen.findByRole('button', { name: 'Reset Password' })
  expect(address()).toBe('/forgot-password?last=library')
  const email = () => (screen.getByLabelText('Email') as HTMLInputElement).value
  expect(email()).toBe('mara@example.org')
  await user.click(screen.getByRole('link', { name: 'Never mind' }))
  await screen.findByRole('button', { name: 'Sign in' })
  expect(address()).toBe('/signin?last=library')
  expect(email()).toBe('mara@example.org')
  await user.click(screen.getByRole('link', { name: 'I need to sign up' }))
  await screen.findByRole('button', { name: 'Sign up' })
  expect(email()).toBe('mara@example.org')
})

test('the address is forgotten after a sign-in', async () => {
  serve({
    '/signin': () => [200, MARA],
    '/verify-token': () => [200, {}],
    '/signout': () => [204],
  })
  const user = renderApp('/signin')
  await signIn(user)
  await waitFor(() => expect(address()).toBe('/begin'))
  await user.click(screen.getByRole('link', { name: 'Sign In' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('')
})

test('the password can be read', async () => {
  const user = renderApp('/signin')
  const field = await screen.findByLabelText('Password')
  await user.click(screen.getByRole('button', { name: /^Show.*Password$/ }))
  expect(field.getAttribute('type')).toBe('text')
  await user.click(screen.getByRole('button', { name: /^Hide.*Password$/ }))
  expect(field.getAttribute('type')).toBe('password')
})

test.each([
  ['open', 1],
  ['closed', 0],
] as const)('where sign-up is %s, sign-in has %i links to it', async (mode, links) => {
  vi.spyOn(serverConfig, 'registration', 'get').mockReturnValue(mode)
  renderApp('/signin')
  await screen.findByRole('link', { name: 'I forgot my password' })
  expect(screen.queryAllByRole('link', { name: 'I need to sign up' })).toHaveLength(links)
})

import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { getStored } from '../../lib/storage'
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
  expect([getStored('uid'), getStored('email')]).toEqual(['u1', 'mara@example.org'])
  expect(bodiesOf('/verify-token')).toEqual([{ idToken: 'receipt' }])
})

test('goes to the page that asked for it', async () => {
  serve({
    '/signin': () => [200, MARA],
    '/verify-token': () => [401, refusal('unproven', 'Unknown.')],
    '/api/book/list': () => [200, []],
  })
  await signIn(renderApp('/signin?last=library'))
  await waitFor(() => expect(address()).toBe('/library'))
})

test.each([
  [401, refusal('unproven', 'No such account.'), 'Incorrect email or password. Please try again.'],
  [500, undefined, 'Incorrect email or password. Please try again.'],
  [429, refusal('slow-down', 'Please wait a minute.'), 'Please wait a minute.'],
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

test('the password can be read', async () => {
  const user = renderApp('/signin')
  const field = await screen.findByLabelText('Password')
  await user.click(screen.getByRole('button', { name: /^Show.*Password$/ }))
  expect(field.getAttribute('type')).toBe('text')
  await user.click(screen.getByRole('button', { name: /^Hide.*Password$/ }))
  expect(field.getAttribute('type')).toBe('password')
})

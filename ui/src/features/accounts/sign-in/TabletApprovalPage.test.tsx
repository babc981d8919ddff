import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setStored } from '../../../lib/storage'
import { address, renderApp, signInAs } from '../../../testing/render-app'
import { refusal, serve } from '../../../testing/server'

const PAGE = '/tablet/K7QD3M'
const CHOICES = '/api/tablet-sign-in/K7QD3M'
const APPROVE = '/api/tablet-sign-in/K7QD3M/approve'
const EXPIRED = 'This code has expired or was used. Start again on the tablet.'
const DIFFERS = 'The tablet shows another code, so it was not signed in.'

const serveTablet = (handlers: Parameters<typeof serve>[0] = {}) =>
  serve({
    [CHOICES]: () => [200, { choices: ['AC34', 'XY67', 'MN99'] }],
    [APPROVE]: () => [204],
    '/check-admin': () => [200, { isAdmin: false }],
    ...handlers,
  })

/** Opens the page as a member. */
function open(handlers?: Parameters<typeof serve>[0]) {
  signInAs('u1')
  setStored({ name: 'Mara Lindqvist' })
  const server = serveTablet(handlers)
  return { ...server, user: renderApp(PAGE) }
}

const codes = async () =>
  within(await screen.findByRole('region', { name: 'Which code does your tablet show?' }))
const code = async (name: string) => (await codes()).getByRole('button', { name })

test('member signs a tablet in by the code that it shows', async () => {
  const { user, bodiesOf } = open()
  const buttons = (await codes()).getAllByRole('button').map(({ textContent }) => textContent)
  expect(buttons).toEqual(['AC34', 'XY67', 'MN99', 'None of these'])
  expect(screen.getByText(/^A tablet wants to be signed in as/).textContent).toBe(
    'A tablet wants to be signed in as Mara Lindqvist. Only continue if you hold it in your hands.',
  )
  await user.click(await code('XY67'))
  expect(await screen.findByText('Your tablet is signed in.')).toBeTruthy()
  expect(bodiesOf(APPROVE)).toEqual([{ choice: 'XY67' }])
  expect(bodiesOf(CHOICES)).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'AC34' })).toBeNull()
  const status = within(
    screen.getByText('Your tablet is signed in.').closest('[role=status]') as HTMLElement,
  )
  expect(status.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe('/settings')
})

test.each([
  ['another code', 422, refusal('invalid', DIFFERS, { choice: DIFFERS }), DIFFERS],
  ['an expired code', 404, refusal('not-found', EXPIRED), EXPIRED],
])('choice of %s ends the request', async (_what, status, body, words) => {
  const { user } = open({ [APPROVE]: () => [status, body] })
  await user.click(await code('AC34'))
  expect((await screen.findByRole('alert')).textContent).toBe(words)
  expect(screen.queryByRole('button', { name: 'XY67' })).toBeNull()
  expect(screen.queryByText('Your tablet is signed in.')).toBeNull()
})

test('choice that could not be sent can be repeated', async () => {
  let reply: [number, unknown?] = [429, refusal('rate-limited', 'Please wait a minute.')]
  const { user, bodiesOf } = open({ [APPROVE]: () => reply })
  await user.click(await code('XY67'))
  expect((await screen.findByRole('alert')).textContent).toBe('Please wait a minute.')
  reply = [204]
  await user.click(await code('XY67'))
  expect(await screen.findByText('Your tablet is signed in.')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(bodiesOf(APPROVE)).toHaveLength(2)
})

test('member who sees none of the codes sends nothing', async () => {
  const { user, calls } = open()
  await user.click(await code('None of these'))
  expect(await screen.findByText('The tablet stays signed out.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'AC34' })).toBeNull()
  expect(calls.some(({ path }) => path === APPROVE)).toBe(false)
})

test('expired link offers no choice', async () => {
  open({ [CHOICES]: () => [404, refusal('not-found', EXPIRED)] })
  expect((await screen.findByRole('alert')).textContent).toBe(EXPIRED)
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Which code does your tablet show?' })).toBeNull()
})

test('codes that could not be loaded can be loaded again', async () => {
  let reply: [number, unknown] = [429, refusal('rate-limited', 'Please wait a minute.')]
  const { user } = open({ [CHOICES]: () => reply })
  expect((await screen.findByRole('alert')).textContent).toBe('Please wait a minute.')
  reply = [200, { choices: ['AC34', 'XY67', 'MN99'] }]
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await code('AC34')).toBeTruthy()
})

test('signed-out phone signs in and returns', async () => {
  const mara = {
    uid: 'u1',
    email: 'mara@example.org',
    name: 'Mara',
    username: 'mara',
    isAdmin: false,
    emailVerified: true,
    token: 'receipt',
  }
  const { calls } = serveTablet({
    '/signin': () => [200, mara],
    '/verify-token': () => [200, {}],
    '/api/account/application': () => [200, { state: 'none' }],
  })
  const user = renderApp(PAGE)
  await user.type(await screen.findByLabelText('Email'), 'mara@example.org')
  expect(address()).toBe('/signin?last=tablet/K7QD3M')
  expect(calls.some(({ path }) => path === CHOICES)).toBe(false)
  await user.type(screen.getByLabelText('Password'), 'secret words{Enter}')
  expect(await code('AC34')).toBeTruthy()
  expect(address()).toBe(PAGE)
})

test('phone whose session has ended signs in first', async () => {
  open({ [CHOICES]: () => [401, refusal('unauthenticated', 'Please sign in first.')] })
  await waitFor(() => expect(address()).toBe('/signin?last=tablet/K7QD3M'))
})

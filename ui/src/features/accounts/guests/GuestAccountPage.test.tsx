import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { serverConfig } from '../../../lib/server-config'
import { getStored } from '../../../lib/storage'
import { BOOK, PROFILE, QUESTIONS } from '../../../testing/fixtures'
import { signInGuest } from '../../../testing/guest'
import { address, renderApp, signInAs } from '../../../testing/render-app'
import { refusal, serve } from '../../../testing/server'

const HERE = '/guest-account'
const ACCOUNT = '/api/guests/account'

const withRegistration = (mode: typeof serverConfig.registration) =>
  vi.spyOn(serverConfig, 'registration', 'get').mockReturnValue(mode)

const become = (more: object = {}) => ({
  uid: 'g1',
  emailVerified: false,
  awaitsAcceptance: false,
  ...more,
})

type Reply = [status: number, body?: unknown]

function open(reply: Reply = [200, become()], path = HERE) {
  signInGuest()
  const server = serve({
    [ACCOUNT]: () => reply,
    '/check-username': () => [200, { available: true }],
    '/send-verify': () => [200, {}],
    '/query-profile': () => [200, { ...PROFILE, uid: 'g1', emailVerified: false }],
    '/api/account/application': () => [200, { state: 'none' }],
    '/api/invitations/K7QD3MXR9VTA': () => [200, { invitedBy: 'Ada Blum' }],
    '/api/book': () => [200, BOOK],
    '/api/questions': () => [200, QUESTIONS],
    '/api/memo/list': () => [200, []],
    '/api/memo/history': () => [200, []],
    '/api/memo/removed': () => [200, []],
  })
  return { ...server, user: renderApp(path) }
}

async function fillIn(user: ReturnType<typeof open>['user']) {
  await user.type(await screen.findByLabelText('Email'), 'ida@example.org')
  await user.type(screen.getByLabelText('Username'), 'ida')
  await user.type(screen.getByLabelText('Password'), 'secret words')
  await user.type(screen.getByLabelText('Confirm password'), 'secret words')
  await screen.findByText('Username is available')
}

const create = (user: ReturnType<typeof open>['user']) =>
  user.click(screen.getByRole('button', { name: 'Create my account' }))

const SENT = {
  email: 'ida@example.org',
  password: 'secret words',
  name: 'Ida Bell',
  username: 'ida',
}

test('a guest becomes a member, and is told to verify the address', async () => {
  const { user, bodiesOf } = open()
  expect(((await screen.findByLabelText('Name')) as HTMLInputElement).value).toBe('Ida Bell')
  await fillIn(user)
  await create(user)
  await waitFor(() => expect(address()).toBe('/book/contribute/entry/b1'))
  expect(bodiesOf(ACCOUNT)).toEqual([SENT])
  expect(bodiesOf('/send-verify')).toMatchObject([{ uid: 'g1', email: 'ida@example.org' }])
  expect([getStored('guestOf'), getStored('email')]).toEqual([null, 'ida@example.org'])
  expect(await screen.findByText('Verify your email to submit.')).toBeTruthy()
  expect(screen.queryByText('You’re a guest')).toBeNull()
})

test('where no mail is sent, none is requested', async () => {
  const { user, bodiesOf } = open([200, become({ emailVerified: true })])
  await fillIn(user)
  await create(user)
  await waitFor(() => expect(getStored('guestOf')).toBeNull())
  expect(bodiesOf('/send-verify')).toEqual([])
  expect(getStored('application')).toBe('none')
})

test('where an admin accepts members, the guest introduces themselves', async () => {
  withRegistration('approved')
  const { user, bodiesOf } = open([200, become({ awaitsAcceptance: true })])
  await fillIn(user)
  await user.type(screen.getByLabelText('Introduce yourself in a sentence'), 'I bake.')
  await create(user)
  await waitFor(() => expect(bodiesOf(ACCOUNT)).toEqual([{ ...SENT, application: 'I bake.' }]))
  await waitFor(() => expect(getStored('application')).toBeTruthy())
})

test('where members are invited, the guest types a code', async () => {
  withRegistration('invited')
  const { user, bodiesOf } = open()
  await user.type(await screen.findByLabelText('Invitation code'), 'K7QD-3MXR-9VTA')
  await fillIn(user)
  await create(user)
  await waitFor(() => expect(bodiesOf(ACCOUNT)).toEqual([{ ...SENT, invitation: 'K7QD3MXR9VTA' }]))
})

test('a guest who opens an invitation comes here with its code', async () => {
  open(undefined, '/signup?invitation=K7QD-3MXR-9VTA')
  const field = (await screen.findByLabelText('Invitation code')) as HTMLInputElement
  expect(field.value).toBe('K7QD-3MXR-9VTA')
  expect(address()).toBe('/guest-account?invitation=K7QD-3MXR-9VTA')
  expect(getStored('guestOf')).toBe('b1')
})

test('an address that is taken is marked at its field, and the guest stays one', async () => {
  const taken = 'This address is taken.'
  const { user } = open([409, refusal('conflict', taken, { email: taken })])
  await fillIn(user)
  await create(user)
  expect(await screen.findByText(taken)).toBeTruthy()
  expect(getStored('guestOf')).toBe('b1')
})

test('where nobody can sign up, the page says so', async () => {
  withRegistration('closed')
  open()
  expect(await screen.findByText(/takes no new members at present/)).toBeTruthy()
  expect(screen.queryByLabelText('Email')).toBeNull()
})

test('a registration that was closed meanwhile is said', async () => {
  const closed = 'This community takes no new members at present.'
  const { user } = open([403, refusal('registration-closed', closed)])
  await fillIn(user)
  await create(user)
  expect(await screen.findByText(closed)).toBeTruthy()
})

test('visitors are led to sign-up', async () => {
  serve({ '/signout': () => [204] })
  renderApp(HERE)
  await waitFor(() => expect(address()).toBe('/signup'))
})

test('members are led to their home', async () => {
  signInAs('u1')
  serve({})
  renderApp(HERE)
  await waitFor(() => expect(address()).toBe('/begin'))
})

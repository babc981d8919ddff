import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { serverConfig } from '../../lib/server-config'
import { getStored } from '../../lib/storage'
import { browserError, CEREMONY, offerPasskeys, PROOF } from '../../testing/passkeys'
import { address, renderApp } from '../../testing/render-app'
import { refusal, serve } from '../../testing/server'

vi.mock('@simplewebauthn/browser')

const MARA = { uid: 'u1', email: 'mara@example.org', name: 'Mara', token: 't', isAdmin: false }
const CREDENTIALS = { email: 'mara@example.org', password: 'ink and paper' }

const SECOND_STEP = refusal('second-factor-required', 'Please enter the code.')
const PASSKEY_STEP = { ...SECOND_STEP, key: 'passkey-required' }

async function typeCredentials(user: UserEvent) {
  await user.type(await screen.findByLabelText('Email'), CREDENTIALS.email)
  await user.type(screen.getByLabelText('Password'), `${CREDENTIALS.password}{Enter}`)
}

const signInButton = () => screen.findByRole('button', { name: 'Sign in with a passkey' })

test('a passkey signs in like the password', async () => {
  const { get } = offerPasskeys()
  const { bodiesOf } = serve({
    '/api/passkeys': () => [201, CEREMONY],
    '/signin/passkey': () => [200, MARA],
    '/verify-token': () => [200, {}],
  })
  const user = renderApp('/signin')
  await user.click(await signInButton())
  await waitFor(() => expect(address()).toBe('/begin'))
  expect(get).toHaveBeenCalledWith({ optionsJSON: CEREMONY.options })
  expect(bodiesOf('/signin/passkey')).toEqual([PROOF])
  expect(bodiesOf('/verify-token')).toEqual([{ idToken: 't' }])
  expect([getStored('uid'), getStored('email')]).toEqual(['u1', 'mara@example.org'])
})

test.each(['NotAllowedError', 'AbortError'])('%s shows no error', async (name) => {
  const { get } = offerPasskeys()
  get.mockRejectedValueOnce(browserError(name))
  serve({ '/api/passkeys': () => [201, CEREMONY] })
  const user = renderApp('/signin')
  await user.click(await signInButton())
  await waitFor(() => expect(get).toHaveBeenCalledTimes(1))
  expect((await signInButton()).getAttribute('aria-busy')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(address()).toBe('/signin')
})

test('other errors of the browser and the server are shown', async () => {
  const { get } = offerPasskeys()
  get.mockRejectedValueOnce(browserError('UnknownError'))
  serve({
    '/api/passkeys': () => [201, CEREMONY],
    '/signin/passkey': () => [
      401,
      refusal('invalid-credentials', 'This passkey was not accepted.'),
    ],
  })
  const user = renderApp('/signin')
  await user.click(await signInButton())
  expect((await screen.findByRole('alert')).textContent).toContain('The passkey didn’t work.')
  await user.click(await signInButton())
  expect(await screen.findByText('This passkey was not accepted.')).toBeTruthy()
  expect(getStored('uid')).toBeNull()
})

test.each([
  ['the app', SECOND_STEP, 'Enter your verification code.', 'Code'],
  [
    'passkeys',
    PASSKEY_STEP,
    'Confirm with your passkey, or enter a recovery code.',
    'Recovery code',
  ],
])('a passkey is a second step beside %s', async (_which, step, words, label) => {
  offerPasskeys()
  const { bodiesOf } = serve({
    '/api/passkeys': () => [201, CEREMONY],
    '/signin': ({ passkey }) => (passkey ? [200, MARA] : [401, step]),
    '/verify-token': () => [200, {}],
  })
  const user = renderApp('/signin')
  await typeCredentials(user)
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.getByLabelText(label)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Use a passkey' }))
  await waitFor(() => expect(address()).toBe('/begin'))
  expect(bodiesOf('/signin').at(-1)).toEqual({ ...CREDENTIALS, passkey: PROOF })
})

test('a refused passkey is not a wrong password', async () => {
  offerPasskeys()
  const refused = { ...refusal('invalid-credentials', 'Not accepted.'), key: 'passkey-refused' }
  serve({
    '/api/passkeys': () => [201, CEREMONY],
    '/signin': ({ passkey }) => [401, passkey ? refused : PASSKEY_STEP],
  })
  const user = renderApp('/signin')
  await typeCredentials(user)
  await user.click(await screen.findByRole('button', { name: 'Use a passkey' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Not accepted.')
})

test('where passkeys don’t work, a recovery code is the second step', async () => {
  const { bodiesOf } = serve({
    '/signin': ({ code }) => (code ? [200, MARA] : [401, PASSKEY_STEP]),
    '/verify-token': () => [200, {}],
  })
  const user = renderApp('/signin')
  await typeCredentials(user)
  expect(
    await screen.findByText('Your passkeys don’t work here. Enter a recovery code.'),
  ).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
  await user.type(screen.getByLabelText('Recovery code'), 'aaaa-bbbb{Enter}')
  await waitFor(() => expect(address()).toBe('/begin'))
  expect(bodiesOf('/signin').at(-1)).toEqual({ ...CREDENTIALS, code: 'aaaa-bbbb' })
})

test.each([
  ['the server has none', undefined, class {}],
  ['they work at another address', 'https://ink.example.org', class {}],
  ['the browser has none', window.location.origin, undefined],
])('passkeys are not offered where %s', async (_where, origin, credential) => {
  vi.stubGlobal('PublicKeyCredential', credential)
  vi.spyOn(serverConfig, 'passkeyOrigin', 'get').mockReturnValue(origin)
  renderApp('/signin')
  await screen.findByRole('button', { name: 'Sign in' })
  expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull()
})

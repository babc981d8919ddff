import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { serverConfig } from '../../../lib/server-config'
import { browserError, CEREMONY, offerPasskeys, PASSKEY, PROOF } from '../../../testing/passkeys'
import { refusal } from '../../../testing/server'
import { part, settings } from '../../../testing/settings'

vi.mock('@simplewebauthn/browser')

const MAC = { ...PASSKEY, id: 'k2', name: 'Mac', usedAt: { _seconds: 0, _nanoseconds: 0 } }
const section = () => part('Passkeys')
const dialog = () => within(screen.getByRole('dialog'))

const pretend = (userAgent: string) =>
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)

test('passkeys are listed with the times of their creation and use', async () => {
  offerPasskeys()
  settings({ '/api/account/passkeys': () => [200, [PASSKEY, MAC]] })
  const passkeys = await section()
  expect(await passkeys.findByText('Phone')).toBeTruthy()
  expect(passkeys.getByText(/^Added .* ago, not used yet$/)).toBeTruthy()
  expect(passkeys.getByText(/^Added .* ago, last used .* ago$/)).toBeTruthy()
})

test('a passkey is added under the name of the platform', async () => {
  const { create } = offerPasskeys()
  pretend('Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0)')
  const { user, bodiesOf } = settings({
    '/api/account/passkeys': (_body, _query, method) =>
      method === 'GET' ? [200, [MAC]] : [201, CEREMONY],
    '/api/account/passkeys/confirm': ({ name }) => [201, { ...PASSKEY, id: 'k3', name }],
  })
  const passkeys = await section()
  await passkeys.findByText('Mac')
  await user.click(passkeys.getByRole('button', { name: 'Add a passkey' }))
  expect(dialog().getByLabelText<HTMLInputElement>('Name').value).toBe('Mac 2')
  await user.click(dialog().getByRole('button', { name: 'Add the passkey' }))
  expect(await passkeys.findByText('Mac 2')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(create).toHaveBeenCalledWith({ optionsJSON: CEREMONY.options })
  expect(bodiesOf('/api/account/passkeys/confirm')).toEqual([{ ...PROOF, name: 'Mac 2' }])
})

test('a passkey is added after the password was confirmed', async () => {
  offerPasskeys()
  let fresh = false
  const { user, bodiesOf } = settings({
    '/api/account/passkeys': (_body, _query, method) => {
      if (method === 'GET') return [200, []]
      return fresh ? [201, CEREMONY] : [401, refusal('recent-signin-required', 'Sign in again.')]
    },
    '/api/account/passkeys/confirm': ({ name }) => [201, { ...PASSKEY, name }],
    '/reauthenticate': () => {
      fresh = true
      return [204]
    },
  })
  const passkeys = await section()
  await user.click(passkeys.getByRole('button', { name: 'Add a passkey' }))
  await user.clear(dialog().getByLabelText('Name'))
  await user.type(dialog().getByLabelText('Name'), 'Blue key{Enter}')
  const confirmation = within(await screen.findByRole('dialog', { name: 'Confirm that it’s you' }))
  expect(confirmation.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
  await user.type(confirmation.getByLabelText('Your password'), 'ink and paper{Enter}')
  expect(await passkeys.findByText('Blue key')).toBeTruthy()
  expect(bodiesOf('/reauthenticate')).toEqual([
    { email: 'u1@example.org', password: 'ink and paper' },
  ])
})

test('a cancelled dialog of the browser adds nothing and shows no error', async () => {
  const { create } = offerPasskeys()
  create.mockRejectedValueOnce(browserError('NotAllowedError'))
  create.mockRejectedValueOnce(browserError('InvalidStateError'))
  const { user } = settings({
    '/api/account/passkeys': (_body, _query, method) =>
      method === 'GET' ? [200, []] : [201, CEREMONY],
  })
  await user.click((await section()).getByRole('button', { name: 'Add a passkey' }))
  const add = await dialog().findByRole('button', { name: 'Add the passkey' })
  await user.click(add)
  await vi.waitFor(() => expect(create).toHaveBeenCalledTimes(1))
  expect(await dialog().findByRole('button', { name: 'Add the passkey' })).toBeTruthy()
  expect(dialog().queryByRole('alert')).toBeNull()
  await user.click(add)
  expect((await dialog().findByRole('alert')).textContent).toContain('already has a passkey')
})

test('a passkey is renamed', async () => {
  offerPasskeys()
  const { user, bodiesOf } = settings({
    '/api/account/passkeys': () => [200, [PASSKEY]],
    '/api/account/passkeys/k1': ({ name }) => [200, { ...PASSKEY, name }],
  })
  const passkeys = await section()
  await user.click(await passkeys.findByRole('button', { name: 'Rename Phone' }))
  await user.type(dialog().getByLabelText('Name'), ' of Mara{Enter}')
  expect(await passkeys.findByText('Phone of Mara')).toBeTruthy()
  expect(bodiesOf('/api/account/passkeys/k1')).toEqual([{ name: 'Phone of Mara' }])
})

test('a removal is confirmed with a passkey when the sign-in was a while ago', async () => {
  const { get } = offerPasskeys()
  let fresh = false
  const { user, bodiesOf } = settings({
    '/api/account/passkeys': () => [200, [PASSKEY]],
    '/api/account/passkeys/k1': () =>
      fresh ? [204] : [401, refusal('recent-signin-required', 'Sign in again.')],
    '/api/passkeys': () => [201, CEREMONY],
    '/reauthenticate/passkey': () => {
      fresh = true
      return [204]
    },
  })
  const passkeys = await section()
  await user.click(await passkeys.findByRole('button', { name: 'Remove Phone' }))
  await user.click(dialog().getByRole('button', { name: 'Remove the passkey' }))
  const confirmation = within(await screen.findByRole('dialog', { name: 'Confirm that it’s you' }))
  await user.click(await confirmation.findByRole('button', { name: 'Use a passkey' }))
  expect(await screen.findByText('Phone is removed.')).toBeTruthy()
  expect(passkeys.queryByText('Phone')).toBeNull()
  expect(get).toHaveBeenCalledTimes(1)
  expect(bodiesOf('/reauthenticate/passkey')).toEqual([PROOF])
})

test('the last passkey of two-step verification stays, and the reason is shown', async () => {
  offerPasskeys()
  const { user } = settings({
    '/api/account/passkeys': () => [200, [PASSKEY]],
    '/api/account/passkeys/k1': () => [409, refusal('conflict', 'This is your only passkey.')],
  })
  await user.click(await (await section()).findByRole('button', { name: 'Remove Phone' }))
  await user.click(dialog().getByRole('button', { name: 'Remove the passkey' }))
  expect((await dialog().findByRole('alert')).textContent).toBe('This is your only passkey.')
})

test('without https nothing can be added, but passkeys can be removed', async () => {
  settings({ '/api/account/passkeys': () => [200, [PASSKEY]] })
  const passkeys = await section()
  expect(passkeys.getByText('Passkeys need an https address.')).toBeTruthy()
  expect(passkeys.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  expect(await passkeys.findByRole('button', { name: 'Remove Phone' })).toBeTruthy()
})

test('at another address there is a link to the one where passkeys work', async () => {
  offerPasskeys()
  vi.spyOn(serverConfig, 'passkeyOrigin', 'get').mockReturnValue('https://ink.example.org')
  settings()
  const passkeys = await section()
  const link = passkeys.getByRole('link', { name: 'https://ink.example.org' })
  expect(link.getAttribute('href')).toBe('https://ink.example.org/settings')
  expect(passkeys.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
})

test('a browser without passkeys is named', async () => {
  offerPasskeys()
  vi.stubGlobal('PublicKeyCredential', undefined)
  settings()
  expect((await section()).getByText('This browser doesn’t support passkeys.')).toBeTruthy()
})

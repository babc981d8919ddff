import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { CEREMONY, offerPasskeys, PASSKEY, PROOF } from '../../testing/passkeys'
import { refusal } from '../../testing/server'
import { part, settings } from '../../testing/settings'

vi.mock('@simplewebauthn/browser')

const OFF = { since: null, hasApp: false, recoveryCodesLeft: 0, lockedAt: null, reportedAt: null }
const ON = { ...OFF, since: { _seconds: 0, _nanoseconds: 0 }, recoveryCodesLeft: 9 }
const CODES = { recoveryCodes: ['aaaa-bbbb-cccc-dddd'] }

const section = () => part('Two-step verification')
const dialog = () => within(screen.getByRole('dialog'))

test('passkeys turn it on, after the password was confirmed', async () => {
  offerPasskeys()
  let fresh = false
  let on = false
  const { user } = settings({
    '/api/account/passkeys': () => [200, [PASSKEY]],
    '/api/account/second-factor': () => [200, on ? ON : OFF],
    '/api/account/second-factor/passkeys': () => {
      if (!fresh) return [401, refusal('recent-signin-required', 'Sign in again.')]
      on = true
      return [200, CODES]
    },
    '/reauthenticate': () => {
      fresh = true
      return [204]
    },
  })
  await user.click(await (await section()).findByRole('button', { name: 'Use my passkeys' }))
  await user.click(dialog().getByRole('button', { name: 'Turn on' }))
  const confirmation = within(await screen.findByRole('dialog', { name: 'Confirm that it’s you' }))
  await user.type(confirmation.getByLabelText('Your password'), 'ink and paper{Enter}')
  expect(await dialog().findByText('aaaa-bbbb-cccc-dddd')).toBeTruthy()
  expect(dialog().getByText(/^If you lose your passkeys/)).toBeTruthy()
  await user.click(dialog().getByRole('button', { name: 'I’ve saved them' }))
  expect(await (await section()).findByText(/with your password and a passkey/)).toBeTruthy()
})

test.each([
  ['there is none', [], true],
  ['they don’t work here', [PASSKEY], false],
])('passkeys can’t turn it on where %s', async (_where, passkeys, areOffered) => {
  if (areOffered) offerPasskeys()
  settings({ '/api/account/passkeys': () => [200, passkeys] })
  const step = await section()
  await (await part('Passkeys')).findByText(areOffered ? 'Add a passkey' : 'Phone')
  expect(step.getByRole('button', { name: 'Set up with an app' })).toBeTruthy()
  expect(step.queryByRole('button', { name: 'Use my passkeys' })).toBeNull()
})

test('without an app, a passkey renews the recovery codes', async () => {
  const { get } = offerPasskeys()
  const { user, bodiesOf } = settings({
    '/api/account/passkeys': () => [200, [PASSKEY]],
    '/api/account/second-factor': () => [200, ON],
    '/api/account/second-factor/renew': () => [200, CODES],
    '/api/passkeys': () => [201, CEREMONY],
    '/reauthenticate/passkey': () => [204],
  })
  await user.click((await section()).getByRole('button', { name: 'New recovery codes' }))
  await user.click(await dialog().findByRole('button', { name: 'Use a passkey' }))
  await dialog().findByText('Now confirm with a passkey, or enter a recovery code.')
  await user.click(dialog().getByRole('button', { name: 'Use a passkey' }))
  expect(await dialog().findByText('aaaa-bbbb-cccc-dddd')).toBeTruthy()
  expect(get).toHaveBeenCalledTimes(2)
  expect(bodiesOf('/api/account/second-factor/renew')).toEqual([{ passkey: PROOF }])
})

test('without an app and passkeys, the password and a recovery code turn it off', async () => {
  let on = true
  const { user, bodiesOf } = settings({
    '/api/account/second-factor': () => [200, on ? ON : OFF],
    '/api/account/second-factor/remove': () => {
      on = false
      return [204]
    },
    '/reauthenticate': () => [204],
  })
  await user.click((await section()).getByRole('button', { name: 'Turn it off' }))
  await user.type(dialog().getByLabelText('Your password'), 'ink and paper{Enter}')
  await user.type(await dialog().findByLabelText('Recovery code'), 'aaaa-bbbb')
  expect(dialog().queryByRole('button', { name: 'Use a passkey' })).toBeNull()
  await user.click(dialog().getByRole('button', { name: 'Turn it off' }))
  expect(await screen.findByText('Two-step verification is off.')).toBeTruthy()
  expect(bodiesOf('/api/account/second-factor/remove')).toEqual([{ code: 'aaaa-bbbb' }])
})

import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { address, renderApp, signInAs } from '../../testing/render-app'
import { refusal, serve } from '../../testing/server'

const OFF = { since: null, hasApp: false, recoveryCodesLeft: 0, lockedAt: null, reportedAt: null }
const ON = {
  since: { _seconds: 0, _nanoseconds: 0 },
  hasApp: true,
  recoveryCodesLeft: 9,
  lockedAt: null,
  reportedAt: null,
}
const SETUP = { key: 'GEZD GNBV', address: 'otpauth://totp/x', qrcode: 'data:image/svg+xml,x' }
const WRONG = 'This code is wrong or was used already.'
const CODES = ['aaaa-bbbb-cccc-dddd', 'eeee-ffff-gggg-hhhh']

function settings(handlers: Parameters<typeof serve>[0]) {
  signInAs('u1')
  const server = serve({
    '/api/account/sessions': () => [200, []],
    '/api/blocks': () => [200, []],
    '/api/account/passkeys': () => [200, []],
    '/api/account/api-tokens': () => [200, []],
    '/reauthenticate': () => [204],
    ...handlers,
  })
  return { ...server, user: renderApp('/settings') }
}

const part = async () =>
  within(await screen.findByRole('region', { name: /Two-step verification/ }))

test('is set up with the password, an app and recovery codes to keep', async () => {
  let on = false
  const { user, bodiesOf } = settings({
    // Asked for and begun at one address.
    '/api/account/second-factor': () => [200, on ? ON : { ...OFF, ...SETUP }],
    '/api/account/second-factor/confirm': ({ code }) => {
      if (code !== '287082') return [422, refusal('invalid', WRONG, { code: WRONG })]
      on = true
      return [200, { recoveryCodes: CODES }]
    },
  })
  await user.click((await part()).getByRole('button', { name: 'Set up with an app' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.type(dialog.getByLabelText('Your password'), 'ink and paper{Enter}')
  expect(await dialog.findByText('GEZD GNBV')).toBeTruthy()
  expect(bodiesOf('/reauthenticate')[0]?.password).toBe('ink and paper')

  await user.type(dialog.getByLabelText('Code'), '111111{Enter}')
  expect(await dialog.findByText(WRONG)).toBeTruthy()
  await user.clear(dialog.getByLabelText('Code'))
  await user.type(dialog.getByLabelText('Code'), '287082{Enter}')
  expect(await dialog.findByText('aaaa-bbbb-cccc-dddd')).toBeTruthy()
  const file = dialog.getByRole('link', { name: 'Save as a file' }).getAttribute('href') ?? ''
  expect(decodeURIComponent(file)).toContain(CODES.join('\n'))
  await user.click(dialog.getByRole('button', { name: 'I’ve saved them' }))
  expect(await (await part()).findByText(/9 recovery codes are left/)).toBeTruthy()
})

test('a wrong password begins nothing', async () => {
  const { user, calls } = settings({
    '/api/account/second-factor': () => [200, OFF],
    '/reauthenticate': () => [
      401,
      refusal('invalid-credentials', 'Your current password is incorrect.'),
    ],
  })
  await user.click((await part()).getByRole('button', { name: 'Set up with an app' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.type(dialog.getByLabelText('Your password'), 'wrong{Enter}')
  expect(await dialog.findByText('Your current password is incorrect.')).toBeTruthy()
  expect(calls.filter((call) => call.path === '/api/account/second-factor')).toHaveLength(1)
})

test('is switched off with the password and a code', async () => {
  let on = true
  const { user, bodiesOf } = settings({
    '/api/account/second-factor': () => [200, on ? ON : OFF],
    '/api/account/second-factor/remove': () => {
      on = false
      return [204]
    },
  })
  await user.click((await part()).getByRole('button', { name: 'Turn it off' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.type(dialog.getByLabelText('Your password'), 'ink and paper')
  await user.type(dialog.getByLabelText('Code'), '123 456')
  await user.click(dialog.getByRole('button', { name: 'Turn it off' }))
  expect(await screen.findByText('Two-step verification is off.')).toBeTruthy()
  expect(bodiesOf('/api/account/second-factor/remove')).toEqual([{ code: '123 456' }])
  expect(await (await part()).findByRole('button', { name: 'Set up with an app' })).toBeTruthy()
})

test('sign-in asks for a code only after the right password, and keeps what was typed', async () => {
  const { bodiesOf } = serve({
    '/signin': ({ code }) => {
      if (!code) return [401, refusal('second-factor-required', 'Please enter the code.')]
      if (code !== '287082') return [422, refusal('invalid', WRONG, { code: WRONG })]
      return [200, { uid: 'u1', email: 'mara@example.org', name: 'Mara', token: 't' }]
    },
    '/verify-token': () => [200, {}],
  })
  const user = renderApp('/signin')
  await user.type(await screen.findByLabelText('Email'), 'mara@example.org')
  expect(screen.queryByLabelText('Code')).toBeNull()
  await user.type(screen.getByLabelText('Password'), 'ink and paper{Enter}')
  const code = await screen.findByLabelText('Code')
  expect(document.activeElement).toBe(code)
  await user.type(code, '111111{Enter}')
  expect(await screen.findByText(WRONG)).toBeTruthy()
  await user.clear(code)
  await user.type(code, '287082{Enter}')
  await waitFor(() => expect(address()).toBe('/begin'))
  expect(bodiesOf('/signin').at(-1)).toEqual({
    email: 'mara@example.org',
    password: 'ink and paper',
    code: '287082',
  })
})

import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { MailNames } from '../../entities/member/queries'
import { serverConfig } from '../../lib/server-config'
import { renderApp, signInAs } from '../../testing/render-app'
import { refusal, serve } from '../../testing/server'
import { TOPIC } from '../../testing/thread-fixtures'

const SINCE = { _seconds: 0, _nanoseconds: 0 }
const FIRST: MailNames['secret'] = { name: 'mara+aaaabbbbccccdddd', since: SINCE }
const SECOND: MailNames['secret'] = { name: 'mara+eeeeffffgggghhhh', since: SINCE }

/** The settings of Mara, whose addresses are as the server answers, one time after the other. */
function settings(answers: [number, unknown][], postHost: string | undefined = 'post.example.org') {
  signInAs('u1')
  vi.spyOn(serverConfig, 'postHost', 'get').mockReturnValue(postHost)
  const server = serve({
    '/api/account/second-factor': () => [
      200,
      { since: null, recoveryCodesLeft: 0, lockedAt: null, reportedAt: null },
    ],
    '/api/account/sessions': () => [200, []],
    '/api/topics': () => [200, [TOPIC, { ...TOPIC, id: 't2', name: 'Maps', code: 'maps' }]],
    '/api/mail-address/u1': () => answers.shift() ?? [500],
    '/api/mail-address/u1/remove': () => [204],
  })
  return { ...server, user: renderApp('/settings') }
}

const section = async () => within(await screen.findByRole('region', { name: 'Posting by mail' }))
const shown = (region: Awaited<ReturnType<typeof section>>, label: RegExp) =>
  region.getByLabelText<HTMLInputElement>(label).value

test('a secret address is made, shown for each topic, made anew and turned off', async () => {
  const { user, calls } = settings([
    [200, { open: null, secret: null }],
    [201, { open: null, secret: FIRST }],
    [201, { open: null, secret: SECOND }],
    [200, { open: null, secret: null }],
  ])
  const mail = await section()
  expect(mail.queryByRole('textbox')).toBeNull()
  await user.click(mail.getByRole('button', { name: 'Make a secret address' }))
  expect(await mail.findByLabelText(/secret address/)).toBeTruthy()
  expect(shown(mail, /secret/)).toBe('mara+aaaabbbbccccdddd.ink@post.example.org')
  expect(mail.getByText(/Anyone who knows your secret address can send pages/)).toBeTruthy()

  await user.selectOptions(mail.getByLabelText('Topic'), 'Maps')
  expect(shown(mail, /secret/)).toBe('mara+aaaabbbbccccdddd.maps@post.example.org')

  await user.click(mail.getByRole('button', { name: 'Make a new address' }))
  await vi.waitFor(() =>
    expect(shown(mail, /secret/)).toBe('mara+eeeeffffgggghhhh.maps@post.example.org'),
  )
  await user.click(mail.getByRole('button', { name: 'Turn it off' }))
  expect(await mail.findByRole('button', { name: 'Make a secret address' })).toBeTruthy()
  expect(calls.some(({ path }) => path === '/api/mail-address/u1/remove')).toBe(true)
  expect(mail.queryByRole('textbox')).toBeNull()
})

test('an address by name says which address to send from', async () => {
  settings([[200, { open: 'mara', secret: null }]])
  const mail = await section()
  expect(shown(mail, /From mara@example.org/)).toBe('mara.ink@post.example.org')
  expect(mail.getByRole('button', { name: /^Copy/ })).toBeTruthy()
})

test('what the server refuses is told in its words', async () => {
  const { user } = settings([
    [200, { open: null, secret: null }],
    [403, refusal('verification-required', 'Please verify your email address first.')],
  ])
  const mail = await section()
  await user.click(mail.getByRole('button', { name: 'Make a secret address' }))
  expect(await mail.findByText('Please verify your email address first.')).toBeTruthy()
})

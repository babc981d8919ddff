import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { visitAsAdmin } from '../../../testing/admin'
import { MEMBER } from '../../../testing/fixtures'
import { address } from '../../../testing/render-app'
import { refusal } from '../../../testing/server'

const MARA = { ...MEMBER, memos: 1200 }
const ADA = {
  ...MARA,
  uid: 'a1',
  email: 'ada@example.org',
  username: 'ada',
  name: 'Ada Blum',
  isAdmin: true,
  emailVerified: true,
}

const members = (handlers: Parameters<typeof visitAsAdmin>[1] = {}, query = '') =>
  visitAsAdmin(`/admin/members${query}`, {
    '/api/admin/members': () => [200, [MARA, ADA]],
    ...handlers,
  })

const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))

test('everybody is listed, and found by what the address says', async () => {
  const { user } = members({}, '?q=lind')
  expect((await row(/Mara/)).getByText('1,200')).toBeTruthy()
  expect(screen.queryByText('Ada Blum')).toBeNull()
  expect(screen.getByText('Showing 1 of 2')).toBeTruthy()
  await user.clear(screen.getByLabelText('Find a member'))
  expect(await row(/Ada/)).toBeTruthy()
  expect(address()).toBe('/admin/members')
  await user.type(screen.getByLabelText('Find a member'), 'nobody')
  expect(screen.getByText('Showing 0 of 2')).toBeTruthy()
  expect(address()).toBe('/admin/members?q=nobody')
})

test('a link for a new password is shown as text and as a code', async () => {
  const { user } = members({
    '/api/admin/members/m1/reset-link': () => [
      200,
      { link: 'http://x/reset?token=1', expiresAt: MARA.createdAt, qrcode: 'data:image/svg+xml,x' },
    ],
  })
  await user.click((await row(/Mara/)).getByRole('button', { name: /Actions/ }))
  await user.click(screen.getByRole('button', { name: 'Create a reset link' }))
  const dialog = within(screen.getByRole('dialog'))
  expect((await dialog.findByLabelText<HTMLInputElement>('Link')).value).toContain('token=1')
  expect(dialog.getByRole('img', { name: 'QR code of the link' })).toBeTruthy()
})

test('rights are given after the password was confirmed', async () => {
  let fresh = false
  const { user, bodiesOf } = members({
    '/api/admin/members/m1/change': () =>
      fresh
        ? [200, { ...MARA, isAdmin: true }]
        : [401, refusal('recent-signin-required', 'You must sign in again.')],
    '/reauthenticate': () => {
      fresh = true
      return [204]
    },
  })
  await user.click((await row(/Mara/)).getByRole('button', { name: /Actions/ }))
  await user.click(screen.getByRole('button', { name: 'Make an admin' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Your password'), 'ink-and-paper')
  await user.click(dialog.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText(/is an admin now/)).toBeTruthy()
  expect(bodiesOf('/reauthenticate')[0]).toMatchObject({ password: 'ink-and-paper' })
})

test('an account is disabled after a question', async () => {
  const { user, bodiesOf } = members({
    '/api/admin/members/m1/change': () => [200, { ...MARA, disabled: true }],
  })
  await user.click((await row(/Mara/)).getByRole('button', { name: /Actions/ }))
  await user.click(screen.getByRole('button', { name: 'Disable the account…' }))
  expect(bodiesOf('/api/admin/members/m1/change')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Disable the account' }))
  expect(await (await row(/Mara/)).findByText('Disabled')).toBeTruthy()
  expect(bodiesOf('/api/admin/members/m1/change')).toEqual([{ change: 'disable' }])
})

test('what is refused is said', async () => {
  const { user } = members({
    '/api/admin/members/a1/change': () => [409, refusal('conflict', 'This is the last admin.')],
  })
  await user.click((await row(/Ada/)).getByRole('button', { name: /Actions/ }))
  await user.click(screen.getByRole('button', { name: /Remove admin rights/ }))
  expect(
    await screen.findByText('The change could not be saved. This is the last admin.'),
  ).toBeTruthy()
})

test('a member is suspended with words, and released', async () => {
  const suspension = { until: { _seconds: 1_796_040_000, _nanoseconds: 0 }, why: 'Too loud.' }
  const { user, bodiesOf } = members({
    '/api/admin/members/m1/suspend': () => [200, { ...MARA, suspension }],
    '/api/admin/members/m1/release': () => [200, MARA],
  })
  await user.click((await row(/Mara/)).getByRole('button', { name: /Actions/ }))
  await user.click(screen.getByRole('button', { name: 'Suspend…' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Suspend Mara Lindqvist?' }))
  await user.click(dialog.getByLabelText('30 days'))
  await user.type(dialog.getByLabelText('Message to Mara Lindqvist (optional)'), 'Too loud.')
  await user.click(dialog.getByRole('button', { name: 'Suspend' }))
  expect(
    await screen.findByText(/^Mara Lindqvist is suspended until 30 November 2026/),
  ).toBeTruthy()
  const words = (await row(/Mara/)).getByText(/^Suspended until/)
  expect(words.textContent).toBe('Suspended until 30 November 2026: “Too loud.”')
  expect(bodiesOf('/api/admin/members/m1/suspend')).toEqual([{ days: 30, why: 'Too loud.' }])

  await user.click((await row(/Mara/)).getByRole('button', { name: /Actions/ }))
  await user.click(screen.getByRole('button', { name: 'End suspension' }))
  expect(await screen.findByText('The suspension of Mara Lindqvist has ended.')).toBeTruthy()
  expect((await row(/Mara/)).queryByText(/^Suspended until/)).toBeNull()
})

test('a suspension that is refused keeps what was typed; nobody suspends themselves', async () => {
  const { user } = members({
    '/api/admin/members/m1/suspend': () => [
      422,
      refusal('invalid', 'Not now.', { why: 'Kinder.' }),
    ],
  })
  await user.click((await row(/Ada/)).getByRole('button', { name: /Actions/ }))
  expect(screen.queryByRole('button', { name: 'Suspend…' })).toBeNull()
  await user.click((await row(/Mara/)).getByRole('button', { name: /Actions/ }))
  await user.click(screen.getByRole('button', { name: 'Suspend…' }))
  const why = screen.getByLabelText<HTMLTextAreaElement>(/^Message to/)
  await user.type(why, 'Grr')
  await user.click(screen.getByRole('button', { name: 'Suspend' }))
  expect(await screen.findByText('Kinder.')).toBeTruthy()
  expect(why.value).toBe('Grr')
})

test('a moderator is made, found by the badge, and removed', async () => {
  const { user, bodiesOf } = members({
    '/api/admin/members/m1/change': ({ change }) => [
      200,
      { ...MARA, isModerator: change === 'appoint-moderator' },
    ],
  })
  const choose = async (name: string) => {
    await user.click((await row(/Mara/)).getByRole('button', { name: /Actions/ }))
    await user.click(screen.getByRole('button', { name }))
  }
  await choose('Make a moderator')
  expect(await screen.findByText('Mara Lindqvist is a moderator now.')).toBeTruthy()
  expect((await row(/Mara/)).getByText('Moderator')).toBeTruthy()
  await user.type(screen.getByLabelText('Find a member'), 'moderator')
  expect(screen.getByText('Showing 1 of 2')).toBeTruthy()
  await choose('Remove as moderator')
  expect(await screen.findByText('Mara Lindqvist is no longer a moderator.')).toBeTruthy()
  expect(screen.queryByText('Moderator')).toBeNull()
  expect(bodiesOf('/api/admin/members/m1/change')).toEqual([
    { change: 'appoint-moderator' },
    { change: 'dismiss-moderator' },
  ])
})

test('an admin need not be made a moderator; a refused moderator is said', async () => {
  const { user } = members({
    '/api/admin/members/m1/change': () => [409, refusal('conflict', 'This account is disabled.')],
  })
  await user.click((await row(/Ada/)).getByRole('button', { name: /Actions/ }))
  expect(screen.queryByRole('button', { name: 'Make a moderator' })).toBeNull()
  await user.click((await row(/Mara/)).getByRole('button', { name: /Actions/ }))
  await user.click(screen.getByRole('button', { name: 'Make a moderator' }))
  expect(
    await screen.findByText('The change could not be saved. This account is disabled.'),
  ).toBeTruthy()
})

import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { serverConfig } from '../../../lib/server-config'
import { playPrizePeg } from '../../../testing/prize'
import { address, renderApp, signInAs } from '../../../testing/render-app'
import { refusal, serve } from '../../../testing/server'

const LONG_AGO = { _seconds: 0, _nanoseconds: 0 }
const MARA = {
  id: 'p1',
  status: 'claimed',
  play: '2026-11-22.17',
  reward: 'a book token',
  uid: 'm1',
  username: 'mara',
  winner: 'Mara Lindqvist',
  claimedAt: LONG_AGO,
  details: { preferredPayment: 'PayPal', email: 'pay@example.org', name: 'M. Lindqvist' },
  steps: [],
}
const OTTO = {
  ...MARA,
  id: 'p2',
  status: 'rejected',
  username: 'otto',
  winner: 'Otto Krull',
  uid: 'o1',
  details: null,
  steps: [{ madeAt: LONG_AGO, verdict: 'rejected', reason: 'Played twice.', by: 'a1' }],
}
const DECIDE = '/api/admin/payouts/p1/decide'

function payouts(handlers: Parameters<typeof serve>[0] = {}, query = '') {
  playPrizePeg()
  signInAs('a1')
  const server = serve({
    '/check-admin': () => [200, { isAdmin: true }],
    '/api/admin/payouts': () => [200, [MARA, OTTO]],
    ...handlers,
  })
  return { ...server, user: renderApp(`/admin/payouts${query}`) }
}

const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))

async function choose(user: ReturnType<typeof renderApp>, action: string) {
  await user.click((await row(/Mara/)).getByRole('button', { name: /Actions for Mara/ }))
  await user.click(screen.getByRole('button', { name: action }))
}

test('every claim with what was won, by whom, and how far it is', async () => {
  payouts()
  const mara = await row(/Mara/)
  for (const words of ['a book token', 'Play 2026-11-22.17']) {
    expect(mara.getByText(words)).toBeTruthy()
  }
  expect(mara.getByText('Claimed')).toBeTruthy()
  expect(mara.getByText(/^Claimed ·/)).toBeTruthy()
  expect((await row(/Mara/)).getByText(/PayPal/).textContent).toContain('pay@example.org')
  const otto = await row(/Otto/)
  expect(otto.getByText('The winner’s account is deleted.')).toBeTruthy()
  expect(otto.getByText(/^Rejected by you · .*“Played twice\.”$/)).toBeTruthy()
  expect(otto.queryByRole('button')).toBeNull()
  const table = screen.getByRole('link', { name: 'Download as CSV' })
  expect(table.getAttribute('href')).toBe('/api/admin/payouts.csv')
  expect(screen.getByRole('link', { name: 'Payouts' }).getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('link', { name: 'Members' }).getAttribute('href')).toBe('/admin/members')
})

test('the address says which are listed', async () => {
  const { user } = payouts({}, '?status=rejected')
  expect(await row(/Otto/)).toBeTruthy()
  expect(screen.queryByText(/Mara/)).toBeNull()
  await user.click(screen.getByRole('link', { name: /^Paid/ }))
  expect(screen.getByText('No paid rewards.')).toBeTruthy()
  expect(address()).toBe('/admin/payouts?status=paid')
})

test('a claim is approved, then paid', async () => {
  const { user, bodiesOf } = payouts({
    [DECIDE]: ({ verdict }) => [
      200,
      { ...MARA, status: verdict === 'approve' ? 'approved' : verdict },
    ],
  })
  await choose(user, 'Approve')
  expect(await (await row(/Mara/)).findByText('Approved')).toBeTruthy()
  await choose(user, 'Mark as paid')
  expect(await (await row(/Mara/)).findByText('Paid')).toBeTruthy()
  expect(bodiesOf(DECIDE).map(({ verdict }) => verdict)).toEqual(['approve', 'paid'])
})

test('who is rejected is told why', async () => {
  const { user, bodiesOf } = payouts({ [DECIDE]: () => [200, { ...MARA, status: 'rejected' }] })
  await choose(user, 'Reject…')
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Reject the claim' }))
  expect(dialog.getByText('Enter a reason for the winner.')).toBeTruthy()
  await user.type(dialog.getByLabelText('Reason'), 'Two accounts.')
  await user.click(dialog.getByRole('button', { name: 'Reject the claim' }))
  expect(await (await row(/Mara/)).findByText('Rejected')).toBeTruthy()
  expect(bodiesOf(DECIDE)).toEqual([{ verdict: 'reject', reason: 'Two accounts.' }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('where no mail goes out, whoever rejects tells the winner', async () => {
  vi.spyOn(serverConfig, 'sendsMail', 'get').mockReturnValue(false)
  const { user } = payouts({})
  await choose(user, 'Reject…')
  const dialog = within(screen.getByRole('dialog'))
  expect(
    dialog.getByText(/This server doesn’t send email: please tell Mara.* yourself/),
  ).toBeTruthy()
})

test('the password is asked for once more, and what was decided is kept', async () => {
  let fresh = false
  const { user, bodiesOf } = payouts({
    '/reauthenticate': ({ password }) => {
      if (password !== 'ink and paper') {
        return [401, refusal('invalid-credentials', 'Your current password is incorrect.')]
      }
      fresh = true
      return [204]
    },
    [DECIDE]: () =>
      fresh
        ? [200, { ...MARA, status: 'rejected' }]
        : [401, refusal('recent-signin-required', 'Please sign in again.')],
  })
  await choose(user, 'Reject…')
  await user.type(screen.getByLabelText('Reason'), 'Two accounts.')
  await user.click(screen.getByRole('button', { name: 'Reject the claim' }))
  const password = await screen.findByLabelText('Your password')
  await user.type(password, 'wrong{Enter}')
  expect(await screen.findByText('Your current password is incorrect.')).toBeTruthy()
  await user.clear(password)
  await user.type(password, 'ink and paper{Enter}')
  expect(await (await row(/Mara/)).findByText('Rejected')).toBeTruthy()
  expect(bodiesOf('/reauthenticate').at(-1)).toEqual({
    email: 'a1@example.org',
    password: 'ink and paper',
  })
  expect(bodiesOf(DECIDE).at(-1)).toEqual({ verdict: 'reject', reason: 'Two accounts.' })
  expect(address()).toBe('/admin/payouts')
})

test('what is refused is said, and nobody decides on an own win', async () => {
  const { user } = payouts({
    '/api/admin/payouts': () => [200, [MARA, { ...MARA, id: 'p3', uid: 'a1', winner: 'Ada' }]],
    [DECIDE]: () => [409, refusal('conflict', 'This payout is approved already.')],
  })
  expect((await row(/Ada/)).getByText('Another admin has to decide')).toBeTruthy()
  await choose(user, 'Approve')
  expect(
    await screen.findByText('Your decision could not be saved. This payout is approved already.'),
  ).toBeTruthy()
})

test('nothing was claimed', async () => {
  payouts({ '/api/admin/payouts': () => [200, []] })
  expect(await screen.findByText('No claims yet.')).toBeTruthy()
})

test('members who are no admins are sent away', async () => {
  payouts({ '/check-admin': () => [200, { isAdmin: false }] })
  await screen.findByLabelText('Password')
  expect(address()).toBe('/signin')
})

import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp, signInAs } from '../../testing/render-app'
import { refusal, serve } from '../../testing/server'

const OTTO = {
  uid: 'o1',
  username: 'otto',
  name: 'Otto Holm',
  since: { _seconds: 0, _nanoseconds: 0 },
}

/** Opens the settings of Mara, who has blocked Otto and Jo. */
function settings(handlers: Parameters<typeof serve>[0] = {}) {
  signInAs('u1')
  const server = serve({
    '/api/account/second-factor': () => [
      200,
      { since: null, recoveryCodesLeft: 0, lockedAt: null, reportedAt: null },
    ],
    '/api/account/sessions': () => [200, []],
    '/api/blocks': () => [200, [OTTO, { ...OTTO, uid: 'j1', username: 'jo', name: '' }]],
    ...handlers,
  })
  return { ...server, user: renderApp('/settings') }
}

const part = async () => within(await screen.findByRole('region', { name: 'Blocked members' }))

test('who is blocked is listed, and can be unblocked', async () => {
  const { user, bodiesOf } = settings({ '/api/block/remove': () => [204] })
  const blocked = await part()
  expect(await blocked.findByText('Otto Holm', { exact: false, selector: 'p' })).toBeTruthy()
  expect(blocked.getByRole('button', { name: 'Unblock jo' })).toBeTruthy()
  await user.click(blocked.getByRole('button', { name: 'Unblock Otto Holm' }))
  expect(await screen.findByText('Otto Holm is unblocked.')).toBeTruthy()
  expect(bodiesOf('/api/block/remove')).toEqual([{ uid: 'u1', other: 'o1' }])
  await waitFor(() =>
    expect(blocked.queryByRole('button', { name: 'Unblock Otto Holm' })).toBeNull(),
  )
  expect(document.activeElement?.textContent).toBe('Blocked members')
  expect(blocked.getByRole('button', { name: 'Unblock jo' })).toBeTruthy()
})

test('nobody is blocked', async () => {
  settings({ '/api/blocks': () => [200, []] })
  expect(await (await part()).findByText(/^You haven’t blocked anyone/)).toBeTruthy()
})

test('what is refused is said, and the member stays blocked', async () => {
  const { user } = settings({
    '/api/block/remove': () => [429, refusal('rate-limited', 'Please wait a moment.')],
  })
  const blocked = await part()
  await user.click(await blocked.findByRole('button', { name: 'Unblock Otto Holm' }))
  expect(await blocked.findByText('Please wait a moment.')).toBeTruthy()
  expect(blocked.getByRole('button', { name: 'Unblock Otto Holm' })).toBeTruthy()
})

test('a list that does not come says why', async () => {
  settings({ '/api/blocks': () => [500, refusal('internal', 'The disk is full.')] })
  expect(await (await part()).findByText('The disk is full.')).toBeTruthy()
})

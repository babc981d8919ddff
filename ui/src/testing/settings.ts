import { screen, within } from '@testing-library/react'
import { renderApp, signInAs } from './render-app'
import { serve } from './server'

const HERE = {
  id: 's1',
  createdAt: { _seconds: 0, _nanoseconds: 0 },
  usedAt: { _seconds: 0, _nanoseconds: 0 },
  current: true,
}

/** Opens the settings of Mara, who is signed in here and on another device. */
export function settings(handlers: Parameters<typeof serve>[0] = {}) {
  signInAs('u1')
  const server = serve({
    '/api/account/second-factor': () => [
      200,
      { since: null, hasApp: false, recoveryCodesLeft: 0, lockedAt: null, reportedAt: null },
    ],
    '/api/account/passkeys': () => [200, []],
    '/api/account/api-tokens': () => [200, []],
    '/api/account/edition-notices': () => [200, { editions: 'first' }],
    '/api/account/drafts': () => [200, { offered: true }],
    '/api/account/reminders': () => [200, { wanted: true }],
    '/api/account/sessions': () => [200, [HERE, { ...HERE, id: 's2', current: false }]],
    '/api/blocks': () => [200, []],
    ...handlers,
  })
  return { ...server, user: renderApp('/settings') }
}

export const part = async (name: string) => within(await screen.findByRole('region', { name }))
export const saveOf = (region: Awaited<ReturnType<typeof part>>) =>
  region.getByRole<HTMLButtonElement>('button', { name: 'Save' })

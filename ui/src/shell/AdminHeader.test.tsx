import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CALM } from '../testing/fixtures'
import { playPrizePeg } from '../testing/prize'
import { renderApp, signInAs } from '../testing/render-app'
import { serve } from '../testing/server'

async function topics(overview = CALM) {
  signInAs('a1')
  serve({
    '/check-admin': () => [200, { isAdmin: true }],
    '/api/admin/overview': () => [200, overview],
    '/api/topics': () => [200, []],
  })
  const user = renderApp('/admin/topics')
  // A page that arrives takes the focus, which closes a menu.
  await screen.findByRole('heading', { level: 1, name: 'Topics' })
  return { user, places: within(await screen.findByRole('navigation', { name: 'Admin pages' })) }
}

test('every place of admins is a link; those where something waits say how much', async () => {
  const { places } = await topics({ ...CALM, openReports: 2, pendingPayouts: 3 })
  expect(await places.findByRole('link', { name: 'Reports 2 open' })).toBeTruthy()
  expect(places.getByRole('link', { name: 'Topics' }).getAttribute('aria-current')).toBe('page')
  expect(places.getByRole('link', { name: 'Overview' }).getAttribute('aria-current')).toBeNull()
  expect(places.queryByRole('link', { name: /Payouts|Plays/ })).toBeNull()
})

test('where the game is played its places are there', async () => {
  playPrizePeg()
  const { places } = await topics({ ...CALM, pendingPayouts: 3 })
  expect(await places.findByRole('link', { name: 'Payouts 3 open' })).toBeTruthy()
  expect(places.getByRole('link', { name: 'Plays' })).toBeTruthy()
})

test('on a phone a menu has them, and says where one is', async () => {
  const { user, places } = await topics()
  await user.click(places.getByRole('button', { name: 'Admin: Topics' }))
  const [, inMenu] = places.getAllByRole('link', { name: 'Mail' })
  expect(inMenu?.getAttribute('href')).toBe('/admin/mail')
})

test('whoever is no admin is not told what waits', async () => {
  signInAs('u1')
  const { calls } = serve({ '/check-admin': () => [200, { isAdmin: false }] })
  renderApp('/admin/topics')
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
  expect(calls.map(({ path }) => path)).not.toContain('/api/admin/overview')
})

import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Overview } from '../entities/admin/queries'
import { CALM } from '../testing/fixtures'
import { playPrizePeg } from '../testing/prize'
import { renderApp, signInAs } from '../testing/render-app'
import { serve } from '../testing/server'

async function topics(overview: Overview = CALM) {
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

test('the pages of the current group are links; those with open items say how many', async () => {
  const { places } = await topics({
    ...CALM,
    openSuggestions: 2,
    openReports: 3,
    waitingMembers: 1,
    waitingApplications: 2,
  })
  expect(await places.findByRole('link', { name: 'Suggestions 2 open' })).toBeTruthy()
  const current = (name: string) => places.getByRole('link', { name }).getAttribute('aria-current')
  expect(current('Topics')).toBe('page')
  expect(current('Content 2 open')).toBe('true')
  expect(current('Overview')).toBeNull()
  const people = places.getByRole('link', { name: 'People 6 open' })
  expect(people.getAttribute('href')).toBe('/admin/members')
  expect(places.getByRole('link', { name: 'Server' }).getAttribute('href')).toBe('/admin/mail')
  expect(places.queryByRole('link', { name: /Reports|Backups/ })).toBeNull()
})

test('every page is in one group', async () => {
  playPrizePeg()
  const { user, places } = await topics()
  const pages = (name: string) =>
    within(places.getByRole('list', { name }))
      .getAllByRole('link')
      .map((link) => link.textContent)
  expect(pages('Content')).toEqual(['Books', 'Memos', 'Suggestions', 'Topics'])
  await user.click(places.getByRole('link', { name: 'People' }))
  expect(pages('People')).toEqual([
    'Members',
    'Applications',
    'Invitations',
    'Reports',
    'Payouts',
    'Plays',
  ])
  await user.click(places.getByRole('link', { name: 'Server' }))
  expect(pages('Server')).toEqual(['Mail', 'Backups', 'Webhooks', 'Settings', 'Audit log'])
})

test('without the game its pages are left out', async () => {
  const { user, places } = await topics({ ...CALM, pendingPayouts: 3 })
  await user.click(places.getByRole('link', { name: /^People/ }))
  expect(places.getByRole('link', { name: 'Members' })).toBeTruthy()
  expect(places.queryByRole('link', { name: /Payouts|Plays/ })).toBeNull()
})

test('memos of a book belong to the memos', async () => {
  signInAs('a1')
  serve({ '/check-admin': () => [200, { isAdmin: true }] })
  renderApp('/admin/b1')
  const places = within(await screen.findByRole('navigation', { name: 'Admin pages' }))
  expect(places.getByRole('link', { name: 'Memos' }).getAttribute('aria-current')).toBe('page')
  expect(places.getByRole('link', { name: 'Content' }).getAttribute('aria-current')).toBe('true')
})

test('on a phone a menu has all pages by group, and names the current one', async () => {
  const { user, places } = await topics()
  await user.click(places.getByRole('button', { name: 'Admin: Topics' }))
  expect(places.getByRole('link', { name: 'Mail' }).getAttribute('href')).toBe('/admin/mail')
  const [, inMenu] = places.getAllByRole('list', { name: 'Content' })
  const topicsLink = within(inMenu as HTMLElement).getByRole('link', { name: 'Topics' })
  expect(topicsLink.getAttribute('aria-current')).toBe('page')
})

test('whoever is no admin is not told what waits', async () => {
  signInAs('u1')
  const { calls } = serve({ '/check-admin': () => [200, { isAdmin: false }] })
  renderApp('/admin/topics')
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
  expect(calls.map(({ path }) => path)).not.toContain('/api/admin/overview')
})

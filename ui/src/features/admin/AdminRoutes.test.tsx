import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { visitAsAdmin, visitAsKeeper, visitAsModerator } from '../../testing/admin'
import { ADMIN_BOOK, BOOK, PROFILE, textMemo } from '../../testing/fixtures'
import { address, renderApp, signInAs } from '../../testing/render-app'
import { serve } from '../../testing/server'

const EVERYTHING: Parameters<typeof serve>[0] = {
  '/api/book': () => [200, BOOK],
  '/api/book/list': () => [200, [BOOK]],
  '/api/admin/books': () => [200, [ADMIN_BOOK]],
  '/api/admin/books/b1': () => [200, { book: ADMIN_BOOK, questions: [] }],
  '/api/admin/memos': () => [200, { total: 1, page: 1, pages: 1, memos: [textMemo('smell', 'A')] }],
  '/api/admin/memos/filters': () => [200, { members: [], questions: [] }],
  '/api/admin/invitations': () => [200, []],
  '/api/admin/reports': () => [200, []],
}

/** Calls of keepers and moderators on the pages that are open to them. */
const MAY_CALL =
  /^\/(check-admin|query-profile|api\/book(\/list)?|api\/admin\/(books(\/b1(\/keepers)?)?|memos(\/filters)?|invitations|reports))$/

async function navLinks() {
  const nav = within(await screen.findByRole('navigation', { name: 'Pages to manage' }))
  return nav
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('aria-current') ?? ''])
}

test.each([
  ['/admin/books', 'Books', 'Books'],
  ['/admin/books/b1', 'The kitchen table', 'Books'],
  ['/admin/memos', 'Memos', 'Memos'],
  ['/admin/b1', 'The kitchen table', 'Memos'],
  ['/admin/b1/u1/smell', 'The kitchen table', 'Memos'],
  ['/admin/invitations', 'Invitations', 'Invitations'],
])('a keeper opens %s, and sees only links to such pages', async (path, heading, current) => {
  const { calls } = visitAsKeeper(path, EVERYTHING)
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy()
  expect(await navLinks()).toEqual(
    ['Books', 'Memos', 'Invitations'].map((name) => [name, name === current ? 'page' : '']),
  )
  expect(address()).toBe(path)
  const refused = calls.filter((call) => !MAY_CALL.test(call.path))
  expect(refused.map((call) => call.path)).toEqual([])
})

test('a moderator opens the reports', async () => {
  const { calls } = visitAsModerator('/admin/reports', EVERYTHING)
  expect(await screen.findByText('No open reports.')).toBeTruthy()
  expect(await navLinks()).toEqual([['Reports', 'page']])
  expect(calls.filter((call) => !MAY_CALL.test(call.path))).toEqual([])
})

test.each([
  ['a keeper to the books', visitAsKeeper, '/admin/books'],
  ['a moderator to the reports', visitAsModerator, '/admin/reports'],
] as const)('the start of the admin pages leads %s', async (_who, visit, path) => {
  const { calls } = visit('/admin', EVERYTHING)
  await waitFor(() => expect(address()).toBe(path))
  expect(calls.map((call) => call.path)).not.toContain('/api/admin/overview')
})

test('a keeper who moderates has the pages of both', async () => {
  const roles = { isAdmin: false, isModerator: true, keeperOf: ['b1'] }
  const { user } = visitAsKeeper('/admin', { ...EVERYTHING, '/check-admin': () => [200, roles] })
  expect(await screen.findByRole('heading', { level: 1, name: 'Books' })).toBeTruthy()
  const names = (await navLinks()).map(([name]) => name)
  expect(names).toEqual(['Books', 'Memos', 'Invitations', 'Reports'])
  await user.click(screen.getByRole('button', { name: 'Manage: Books' }))
  await user.click(screen.getAllByRole('link', { name: 'Reports' })[0] as HTMLElement)
  expect(await screen.findByText('No open reports.')).toBeTruthy()
})

test('the links of a keeper are there before the server has said what they keep', async () => {
  signInAs('k1')
  serve({
    '/check-admin': () => new Promise(() => {}),
    '/query-profile': () => [200, { ...PROFILE, uid: 'k1', isKeeper: true }],
  })
  renderApp('/admin/books')
  expect((await navLinks()).map(([name]) => name)).toEqual(['Books', 'Memos', 'Invitations'])
})

test.each([
  '/admin/members',
  '/admin/reports',
  '/admin/suggestions',
  '/admin/settings',
  '/admin/books/b9',
  '/admin/b9',
  '/admin/b1/u1/smell/more',
])('a keeper is sent away from %s', async (path) => {
  visitAsKeeper(path, {})
  await waitFor(() => expect(address()).toBe('/signin'))
})

test.each(['/admin/books', '/admin/memos', '/admin/invitations', '/admin/topics'])(
  'a moderator is sent away from %s',
  async (path) => {
    visitAsModerator(path, {})
    await waitFor(() => expect(address()).toBe('/signin'))
  },
)

test('a keeper of no book any more is sent away', async () => {
  visitAsKeeper('/admin/books', {}, [])
  await waitFor(() => expect(address()).toBe('/signin'))
})

test('an admin sees a page that does not exist as such', async () => {
  visitAsAdmin('/admin/b1/u1/smell/more', {})
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy()
})

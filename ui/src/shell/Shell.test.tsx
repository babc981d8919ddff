import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getStored, setStored } from '../lib/storage'
import { BOOK, PROFILE } from '../testing/fixtures'
import { address, renderApp, signInAs } from '../testing/render-app'
import { refusal, serve } from '../testing/server'

const footer = () => within(screen.getByRole('contentinfo'))

test('the footer signs out, forgets and goes to sign-in', async () => {
  signInAs('u1')
  setStored({ bid: 'b1', prizepeg: '{}' })
  const { bodiesOf } = serve({ '/signout': () => [204] })
  const user = renderApp('/begin')
  await user.click(footer().getByRole('link', { name: 'Sign In' }))
  await waitFor(() => expect(address()).toBe('/signin'))
  expect(bodiesOf('/signout')).toHaveLength(1)
  expect(['uid', 'email', 'bid', 'prizepeg'].map((key) => localStorage.getItem(key))).toEqual([
    null,
    null,
    null,
    null,
  ])
})

test('the footer leads visitors to sign-in, and ends what the browser has forgotten', async () => {
  const { bodiesOf } = serve({ '/signout': () => [204] })
  const user = renderApp('/begin')
  await user.click(footer().getByRole('link', { name: 'Sign In' }))
  await waitFor(() => expect(address()).toBe('/signin'))
  expect(bodiesOf('/signout')).toHaveLength(1)
})

test('a session that ended on the server ends here too', async () => {
  signInAs('u1')
  serve({
    '/api/book': () => [200, BOOK],
    '/api/memo/list': () => [401, refusal('unauthenticated', 'Please sign in.')],
  })
  renderApp('/book/contribute/entry/b1')
  await waitFor(() => expect(address()).toBe('/signin?last=book/contribute/entry/b1'))
  expect(getStored('uid')).toBeNull()
})

test('a new page takes the title and the focus', async () => {
  serve({ '/api/book/list': () => [200, [BOOK]] })
  const user = renderApp('/begin')
  await user.click(screen.getByRole('link', { name: 'Open the library' }))
  const heading = await screen.findByRole('heading', { level: 1, name: 'Explore Our Library' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(document.title).toBe('Explore Our Library · Inkfold')
})

test('a server that is away is told, and tried again', async () => {
  let away = true
  serve({
    '/api/book/list': () => (away ? Promise.reject(new Error('offline')) : [200, [BOOK]]),
  })
  const user = renderApp('/library')
  expect(
    await screen.findByText(
      'Inkfold can’t be reached. Trying again in 5 s.',
      {},
      { timeout: 3000 },
    ),
  ).toBeTruthy()
  away = false
  await user.click(screen.getByRole('button', { name: 'Try now' }))
  expect(await screen.findByText('The kitchen table')).toBeTruthy()
})

test('a failure of one page stays in its place', async () => {
  serve({ '/api/book/list': () => [500, refusal('internal', 'The shelf is locked.')] })
  renderApp('/library')
  expect(await screen.findByText('The shelf is locked.')).toBeTruthy()
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy()
})

test('an address that does not exist', async () => {
  renderApp('/nowhere')
  expect(await screen.findByText('There is nothing at this address.')).toBeTruthy()
})

test('the display is kept on the device', async () => {
  const user = renderApp('/begin')
  await user.click(screen.getByRole('button', { name: 'Menu' }))
  await user.click(screen.getByRole('button', { name: 'Display' }))
  await user.click(await screen.findByLabelText('Paper display: for e-ink screens'))
  expect(document.documentElement.dataset.display).toBe('paper')
  expect(document.cookie).toContain('display=paper')
})

test('a session that ended does not drive a reader away from an open page', async () => {
  signInAs('u1')
  serve({
    '/query-profile': () => [401, refusal('unauthenticated', 'Please sign in.')],
    '/api/book/list': () => [200, [BOOK]],
  })
  renderApp('/library')
  await waitFor(() => expect(getStored('uid')).toBeNull())
  expect(address()).toBe('/library')
  expect(await screen.findByText('The kitchen table')).toBeTruthy()
})

test('settings stand in the bar under the first name once the profile is known', async () => {
  serve({ '/api/book/list': () => [200, [BOOK]] })
  signInAs('u1')
  renderApp('/library')
  const bar = within(screen.getByRole('navigation', { name: 'Main' }))
  const link = await bar.findByRole('link', { name: 'Mara, Settings' })
  expect(link.getAttribute('href')).toBe('/settings')
})

test('the menu leads members to their own pages', async () => {
  serve({ '/api/book/list': () => [200, [BOOK]] })
  const openMenu = async () => {
    const user = renderApp('/library')
    // A page that arrives takes the focus, which closes a menu.
    await screen.findByRole('heading', { level: 1 })
    await user.click(screen.getByRole('button', { name: 'Menu' }))
    return screen.queryByRole('link', { name: 'My pages' })?.getAttribute('href')
  }
  expect(await openMenu()).toBeUndefined()
  cleanup()
  signInAs('u1')
  expect(await openMenu()).toBe('/my-pages')
})

/** Links of the menu to what the member manages. */
async function manageLinks(roles: object) {
  serve({
    '/api/book/list': () => [200, [BOOK]],
    '/query-profile': () => [200, { ...PROFILE, ...roles }],
  })
  signInAs('u1')
  const user = renderApp('/library')
  // A page that arrives takes the focus, which closes a menu.
  await screen.findByRole('heading', { level: 1 })
  await screen.findByRole('link', { name: 'Mara, Settings' })
  await user.click(screen.getByRole('button', { name: 'Menu' }))
  await screen.findByRole('link', { name: 'Settings' })
  return screen
    .queryAllByRole('link', { name: /^(Manage books|Reports|Admin)$/ })
    .map((link) => `${link.textContent}: ${link.getAttribute('href')}`)
}

const BOTH = { isKeeper: true, isModerator: true }

test.each([
  [{}, []],
  [{ isKeeper: true }, ['Manage books: /admin/books']],
  [{ isModerator: true }, ['Reports: /admin/reports']],
  [BOTH, ['Manage books: /admin/books', 'Reports: /admin/reports']],
])('the menu leads members with the roles %j to what they manage', async (roles, links) => {
  expect(await manageLinks(roles)).toEqual(links)
})

test('the menu of an admin has one link for all', async () => {
  setStored({ isAdmin: 'true' })
  expect(await manageLinks(BOTH)).toEqual(['Admin: /admin'])
})

test.each([
  [{}, {}, false],
  [{ isModerator: true }, {}, true],
  [{}, { isAdmin: 'true' }, true],
])(
  'with the roles %j, stored %j, the keys of reports are listed: %s',
  async (roles, stored, isListed) => {
    setStored(stored)
    serve({
      '/query-profile': () => [200, { ...PROFILE, ...roles }],
      '/api/book/list': () => [200, []],
    })
    signInAs('u1')
    const user = renderApp('/library')
    await screen.findByRole('link', { name: 'Mara, Settings' })
    await user.keyboard('?')
    const dialog = within(screen.getByRole('dialog', { name: 'Keyboard shortcuts' }))
    expect(dialog.getByText('Show this list')).toBeTruthy()
    if (isListed) expect(await dialog.findByText('Next report')).toBeTruthy()
    else expect(dialog.queryByText('Next report')).toBeNull()
  },
)

test('the admin pages are for admins, under their initials', async () => {
  signInAs('u1')
  serve({ '/check-admin': () => [200, { isAdmin: true }] })
  renderApp('/admin')
  expect(await screen.findByRole('link', { name: 'mara, settings' })).toBeTruthy()
  expect(screen.getByText('ML')).toBeTruthy()
})

test('others are sent from the admin pages to sign-in', async () => {
  signInAs('u1')
  serve({ '/check-admin': () => [200, { isAdmin: false }] })
  renderApp('/admin/b1/u2')
  await waitFor(() => expect(address()).toBe('/signin'))
})

test('the keys can be switched off', async () => {
  signInAs('u1')
  serve({})
  const user = renderApp('/settings')
  await user.click(await screen.findByLabelText('Off'))
  await user.keyboard('?')
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByLabelText('On: press ? for the list'))
  screen.getByLabelText('On: press ? for the list').blur()
  await user.keyboard('?')
  expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy()
})

test('somebody who has just registered is not taken for signed out', async () => {
  setStored({ uid: 'u1', email: 'mara@example.org', name: 'Mara Lind', token: 't' })
  serve({ '/query-profile': () => [401, refusal('unauthenticated', 'Please sign in.')] })
  renderApp('/signup/profile')
  expect(await screen.findByRole('heading', { name: 'Welcome, Mara' })).toBeTruthy()
  expect(getStored('uid')).toBe('u1')
})

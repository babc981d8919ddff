import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { serverConfig } from '../lib/server-config'
import { getStored, setStored } from '../lib/storage'
import { BOOK, PROFILE } from '../testing/fixtures'
import { renderApp, signInAs } from '../testing/render-app'
import { refusal, serve } from '../testing/server'

const TITLE = 'Verify your email to submit.'
const UNVERIFIED = { ...PROFILE, emailVerified: false }

/** A member as sign-in stores one. */
function signInUnverified() {
  signInAs('u1')
  setStored({ emailVerified: 'false' })
}

test('an unverified member is reminded on any page, and sends the mail again', async () => {
  signInUnverified()
  const { bodiesOf } = serve({
    '/query-profile': () => [200, UNVERIFIED],
    '/api/book/list': () => [200, [BOOK]],
    '/send-verify': () => [202],
  })
  const user = renderApp('/library?q=1')
  const banner = screen.getByRole('region', { name: TITLE })
  expect(banner.textContent).toContain('u1@example.org')
  await user.click(screen.getByRole('button', { name: 'Send again' }))
  expect(await screen.findByText('The email is on its way.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull()
  expect(bodiesOf('/send-verify')).toEqual([{ uid: 'u1', email: 'u1@example.org', name: 'u1' }])
  // The link in the mail leads back.
  expect(getStored('last')).toBe('/library?q=1')
})

test('a mail that cannot be sent says why', async () => {
  signInUnverified()
  serve({
    '/query-profile': () => [200, UNVERIFIED],
    '/send-verify': () => [429, refusal('rate-limited', 'Please wait a minute.')],
  })
  const user = renderApp('/begin')
  await user.click(screen.getByRole('button', { name: 'Send again' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Please wait a minute.')
  expect(screen.getByRole('button', { name: 'Send again' })).toBeTruthy()
})

test('where no mail is sent, an admin verifies', () => {
  vi.spyOn(serverConfig, 'sendsMail', 'get').mockReturnValue(false)
  signInUnverified()
  serve({ '/query-profile': () => [200, UNVERIFIED] })
  renderApp('/begin')
  expect(screen.getByText(/Ask an admin to verify your address/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull()
})

test('the profile decides, whatever is stored', async () => {
  signInUnverified()
  serve({})
  renderApp('/begin')
  await waitFor(() => expect(screen.queryByText(TITLE)).toBeNull())
  expect(getStored('emailVerified')).toBe('true')
})

test('a member whose state is not stored is reminded once the profile is known', async () => {
  signInAs('u1')
  serve({ '/query-profile': () => [200, UNVERIFIED] })
  renderApp('/begin')
  expect(await screen.findByText(TITLE)).toBeTruthy()
})

test('the reminder goes when the link was opened elsewhere', async () => {
  signInUnverified()
  let profile = UNVERIFIED
  const { bodiesOf } = serve({ '/query-profile': () => [200, profile] })
  renderApp('/begin')
  await waitFor(() => expect(bodiesOf('/query-profile')).toHaveLength(1))
  expect(screen.getByText(TITLE)).toBeTruthy()
  profile = PROFILE
  fireEvent(document, new Event('visibilitychange', { bubbles: true }))
  await waitFor(() => expect(screen.queryByText(TITLE)).toBeNull())
})

test.each(['/', '/signin'])('a visitor is not reminded at %s', (path) => {
  setStored({ emailVerified: 'false' })
  serve({})
  renderApp(path)
  expect(screen.queryByText(TITLE)).toBeNull()
})

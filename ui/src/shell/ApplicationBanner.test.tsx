import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { serverConfig } from '../lib/server-config'
import { getStored, setStored } from '../lib/storage'
import { address, renderApp, signInAs } from '../testing/render-app'
import { refusal, serve } from '../testing/server'

const OWN = '/api/account/application'
const WAITING = 'An admin has yet to accept you as a member. Until then you can read.'
const ACCEPTED = 'You have been accepted. Welcome!'

const withRegistration = (mode: typeof serverConfig.registration) =>
  vi.spyOn(serverConfig, 'registration', 'get').mockReturnValue(mode)

/** A member as sign-in stores one. */
function signInMember() {
  signInAs('u1')
  setStored({ isAdmin: 'false' })
}

/** Serves an application, whose state changes by what is returned. */
function serveApplication(first: string, more: Parameters<typeof serve>[0] = {}) {
  let state = first
  const server = serve({
    '/api/book/list': () => [200, []],
    '/api/topics': () => [200, []],
    [OWN]: () => [200, { state }],
    [`${OWN}/seen`]: () => {
      state = 'none'
      return [204]
    },
    ...more,
  })
  return {
    ...server,
    change: (next: string) => {
      state = next
    },
  }
}

const asked = ({ bodiesOf }: ReturnType<typeof serveApplication>) => bodiesOf(OWN).length

beforeEach(() => {
  withRegistration('approved')
})

test('an applicant reads that an admin has yet to accept them, asked for once on the way', async () => {
  signInMember()
  const server = serveApplication('waiting')
  const user = renderApp('/library')
  expect(await screen.findByText(WAITING)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull()
  await user.click(screen.getAllByRole('link', { name: 'Threads' })[0] as HTMLElement)
  await waitFor(() => expect(address()).toBe('/thread'))
  expect(screen.getByText(WAITING)).toBeTruthy()
  expect(asked(server)).toBe(1)
  expect(getStored('application')).toBe('waiting')
})

test('the banner is there before the server has answered', () => {
  signInMember()
  setStored({ application: 'waiting' })
  serveApplication('waiting')
  renderApp('/library')
  expect(screen.getByText(WAITING)).toBeTruthy()
})

test('the welcome comes when the applicant is back, and goes when it is dismissed', async () => {
  signInMember()
  const server = serveApplication('waiting')
  const user = renderApp('/library')
  expect(await screen.findByText(WAITING)).toBeTruthy()
  server.change('accepted')
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + 60_000)
  fireEvent(document, new Event('visibilitychange', { bubbles: true }))
  expect(await screen.findByText(ACCEPTED)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(screen.queryByText(ACCEPTED)).toBeNull())
  expect(server.bodiesOf(`${OWN}/seen`)).toHaveLength(1)
  expect(getStored('application')).toBe('none')
  await waitFor(() => expect(document.activeElement?.id).toBe('content'))
})

test('a welcome that cannot be dismissed stays, and says why', async () => {
  signInMember()
  serveApplication('accepted', {
    [`${OWN}/seen`]: () => [503, refusal('busy', 'The server is busy.')],
  })
  const user = renderApp('/library')
  await user.click(await screen.findByRole('button', { name: 'Dismiss' }))
  expect(
    await screen.findByText('The message could not be dismissed. The server is busy.'),
  ).toBeTruthy()
  expect(screen.getByText(ACCEPTED)).toBeTruthy()
})

test('a member without an application is asked for once', async () => {
  signInMember()
  const server = serveApplication('none')
  renderApp('/library')
  await waitFor(() => expect(getStored('application')).toBe('none'))
  renderApp('/library')
  await screen.findAllByText('There are no books yet.')
  expect(asked(server)).toBe(1)
  expect(screen.queryByRole('region', { name: 'Your application' })).toBeNull()
})

test.each(['open', 'invited', 'closed'] as const)(
  'an applicant stays one after the setting has changed to %s',
  async (mode) => {
    withRegistration(mode)
    signInMember()
    const server = serveApplication('waiting')
    renderApp('/library')
    expect(await screen.findByText(WAITING)).toBeTruthy()
    expect(asked(server)).toBe(1)
  },
)

test('an enabled account whose application was declined still waits', async () => {
  signInMember()
  serveApplication('declined')
  renderApp('/library')
  expect(await screen.findByText(WAITING)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull()
  expect(getStored('application')).toBe('declined')
})

test.each([
  ['an admin', () => setStored({ isAdmin: 'true' })],
  ['a newcomer without a session', () => localStorage.removeItem('isAdmin')],
])('%s is not asked for', async (_who, change) => {
  signInMember()
  change()
  const server = serveApplication('waiting')
  renderApp('/library')
  await screen.findByText('There are no books yet.')
  expect(asked(server)).toBe(0)
})

test('a visitor is not asked for', async () => {
  const server = serveApplication('waiting')
  renderApp('/library')
  await screen.findByText('There are no books yet.')
  expect(asked(server)).toBe(0)
})

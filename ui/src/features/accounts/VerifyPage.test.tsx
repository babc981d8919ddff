import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { serverConfig } from '../../lib/server-config'
import { getStored, setStored } from '../../lib/storage'
import { BOOK, PROFILE } from '../../testing/fixtures'
import { address, renderApp, signInAs } from '../../testing/render-app'
import { refusal, serve } from '../../testing/server'

const CREATED_AT = { _seconds: 1767225600, _nanoseconds: 0 }
const PENDING = {
  username: 'mara',
  email: 'mara@example.org',
  createdAt: CREATED_AT,
  endsSecondFactor: false,
  signedIn: false,
}

test('an opened link verifies nothing before a press', async () => {
  const { bodiesOf } = serve({
    '/pending-sign-up': () => [200, PENDING],
    '/verify': () => [200, { emailVerified: true, signedIn: false }],
  })
  setStored({ last: '/book/contribute/post/hand/b1' })
  const user = renderApp('/verify?token=t1')
  const verify = await screen.findByRole('button', { name: 'Verify my email' })
  expect(screen.getByText('mara')).toBeTruthy()
  expect(bodiesOf('/verify')).toEqual([])
  await user.click(verify)
  expect(await screen.findByText('Your email was verified successfully')).toBeTruthy()
  expect(bodiesOf('/verify')).toEqual([{ token: 't1' }])
  expect(address()).toBe('/signin?verified=true&last=book/contribute/post/hand/b1')
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('mara@example.org')
  expect(getStored('last')).toBeNull()
})

test('a member who is signed in is verified without a press, and goes on', async () => {
  signInAs('u1')
  setStored({ emailVerified: 'false', last: '/library' })
  let emailVerified = false
  const { bodiesOf } = serve({
    '/query-profile': () => [200, { ...PROFILE, emailVerified }],
    '/pending-sign-up': () => [200, { ...PENDING, signedIn: true }],
    '/verify': () => {
      emailVerified = true
      return [200, { emailVerified, signedIn: true }]
    },
    '/api/book/list': () => [200, [BOOK]],
  })
  const user = renderApp('/verify?token=t1')
  expect(await screen.findByRole('heading', { name: 'Email verified' })).toBeTruthy()
  expect(screen.getByText('Your email was verified successfully')).toBeTruthy()
  expect(bodiesOf('/verify')).toEqual([{ token: 't1' }])
  expect(screen.queryByText('Verify your email to submit.')).toBeNull()
  expect(getStored('uid')).toBe('u1')
  await user.click(screen.getByRole('link', { name: 'Continue' }))
  await waitFor(() => expect(address()).toBe('/library'))
})

test('an applicant who is verified reads that an admin has yet to accept them', async () => {
  signInAs('u1')
  setStored({ application: 'waiting' })
  serve({
    '/pending-sign-up': () => [200, { ...PENDING, signedIn: true }],
    '/verify': () => [200, { emailVerified: true, signedIn: true }],
  })
  renderApp('/verify?token=t1')
  expect(await screen.findByText(/^An admin has yet to accept you/)).toBeTruthy()
  expect(screen.queryByText('You can submit pages now.')).toBeNull()
})

test.each(['https://evil.example/', '/..//evil.example', '//evil.example', 'signup'])(
  'a stored page such as %s leads to no other site',
  async (last) => {
    signInAs('u1')
    setStored({ last })
    serve({
      '/pending-sign-up': () => [200, { ...PENDING, signedIn: true }],
      '/verify': () => [200, { emailVerified: true, signedIn: true }],
    })
    renderApp('/verify?token=t1')
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Continue' })
    expect(link.host).toBe(window.location.host)
    expect(link.pathname).not.toMatch(/^\/\/|^\/signup/)
  },
)

test('a failed verification of a member can be tried again', async () => {
  signInAs('u1')
  let fails = true
  serve({
    '/query-profile': () => [200, { ...PROFILE, emailVerified: false }],
    '/pending-sign-up': () => [200, { ...PENDING, signedIn: true }],
    '/verify': () =>
      fails
        ? [503, refusal('busy', 'The server is busy.')]
        : [200, { emailVerified: true, signedIn: true }],
  })
  const user = renderApp('/verify?token=t1')
  expect(await screen.findByText('The server is busy.')).toBeTruthy()
  fails = false
  await user.click(screen.getByRole('button', { name: 'Verify my email' }))
  expect(await screen.findByRole('link', { name: 'Continue' })).toBeTruthy()
})

test('a link that a verified member has used leads on', async () => {
  signInAs('u1')
  serve({ '/pending-sign-up': () => [422, refusal('invalid', 'This link was used already.')] })
  renderApp('/verify?token=t1')
  expect(await screen.findByText('Your email is already verified.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/begin')
})

test('a second step that ends is announced before the press', async () => {
  serve({ '/pending-sign-up': () => [200, { ...PENDING, endsSecondFactor: true }] })
  renderApp('/verify?token=t1')
  await screen.findByRole('button', { name: 'Verify my email' })
  expect(screen.getByText(/Verifying turns it off/)).toBeTruthy()
})

test('an account that somebody else made is deleted', async () => {
  const { bodiesOf } = serve({
    '/pending-sign-up': () => [200, PENDING],
    '/reject-sign-up': () => [204],
  })
  const user = renderApp('/verify?token=t1')
  await user.click(await screen.findByRole('button', { name: 'This wasn’t me' }))
  expect(await screen.findByText(/The account is deleted/)).toBeTruthy()
  expect(bodiesOf('/reject-sign-up')).toEqual([{ token: 't1' }])
})

test.each([
  ['open', 1],
  ['closed', 0],
] as const)('where sign-up is %s, a deleted account leaves %i links to it', async (mode, links) => {
  vi.spyOn(serverConfig, 'registration', 'get').mockReturnValue(mode)
  serve({ '/pending-sign-up': () => [200, PENDING], '/reject-sign-up': () => [204] })
  const user = renderApp('/verify?token=t1')
  await user.click(await screen.findByRole('button', { name: 'This wasn’t me' }))
  expect(await screen.findByText(/The account is deleted/)).toBeTruthy()
  expect(screen.queryAllByRole('link', { name: 'Sign up yourself' })).toHaveLength(links)
})

test('a link that was used says so', async () => {
  serve({ '/pending-sign-up': () => [422, refusal('invalid', 'This link was used already.')] })
  renderApp('/verify?token=t1')
  expect(await screen.findByText('This link was used already.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Verify my email' })).toBeNull()
})

import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getStored, setStored } from '../../lib/storage'
import { PROFILE } from '../../testing/fixtures'
import { address, renderApp } from '../../testing/render-app'
import { refusal, serve } from '../../testing/server'

test('saves the profile, asks for the mail and goes to sign-in, whatever fails', async () => {
  setStored({ uid: 'u1', email: 'mara@example.org', name: 'Mara Lindqvist', token: 'onboarding' })
  const { bodiesOf } = serve({
    '/update-profile': () => [500, refusal('internal', 'Something went wrong.')],
    '/send-verify': () => [202],
  })
  const user = renderApp('/signup/profile')
  await user.click(await screen.findByLabelText('Left'))
  await user.click(screen.getByLabelText('Boox'))
  await user.click(screen.getByLabelText('Supernote'))
  await user.click(screen.getByLabelText('Hindi'))
  await user.click(screen.getByRole('button', { name: 'Done' }))

  await waitFor(() => expect(address()).toMatch(/^\/signin\?reg=[0-9a-f]{32}$/))
  expect(bodiesOf('/update-profile')).toEqual([
    {
      uid: 'u1',
      token: 'onboarding',
      name: 'Mara Lindqvist',
      handedness: 'left',
      preferredTablets: 'Boox,Supernote',
      spokenLanguages: 'Hindi',
    },
  ])
  expect(bodiesOf('/send-verify')).toEqual([
    { name: 'Mara Lindqvist', email: 'mara@example.org', uid: 'u1', token: 'onboarding' },
  ])
  expect(getStored('last')).toBeNull()
})

test('sign-in and the link in the mail lead to the page that was asked for', async () => {
  setStored({ uid: 'u1', email: 'mara@example.org', name: 'Mara Lindqvist', token: 'onboarding' })
  serve({ '/update-profile': () => [200, PROFILE], '/send-verify': () => [202] })
  const user = renderApp('/signup/profile?last=book/contribute/post/hand/b1')
  await user.click(await screen.findByRole('button', { name: 'Done' }))
  await waitFor(() =>
    expect(address()).toMatch(/^\/signin\?reg=[0-9a-f]{32}&last=book\/contribute\/post\/hand\/b1$/),
  )
  expect(getStored('last')).toBe('/book/contribute/post/hand/b1')
})

test('an applicant reads that an admin has yet to accept them, here and at sign-in', async () => {
  const words = /^An admin has yet to accept you as a member/
  setStored({ uid: 'u1', email: 'mara@example.org', name: 'Mara Lindqvist', token: 'onboarding' })
  setStored({ application: 'waiting' })
  serve({ '/update-profile': () => [200, PROFILE], '/send-verify': () => [202] })
  const user = renderApp('/signup/profile')
  expect(await screen.findByText(words)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
  expect(screen.getByText(words)).toBeTruthy()
})

test.each([
  ['/signup/profile', '/begin'],
  ['/signup/profile?last=library', '/library'],
])('a member who needs no verification is signed in, and %s leads to %s', async (path, next) => {
  setStored({ uid: 'u1', email: 'mara@example.org', name: 'Mara Lindqvist', token: 'onboarding' })
  setStored({ isAdmin: 'false' })
  const { bodiesOf } = serve({
    '/update-profile': () => [500, refusal('internal', 'Something went wrong.')],
    '/api/book/list': () => [200, []],
  })
  const user = renderApp(path)
  expect(screen.queryByText(/we’ll send you an email/)).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Done' }))
  await waitFor(() => expect(address()).toBe(next))
  expect(bodiesOf('/send-verify')).toEqual([])
})

test('nobody who has not just signed up comes here', async () => {
  renderApp('/signup/profile')
  await waitFor(() => expect(address()).toBe('/signin'))
})

import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '../../testing/render-app'
import { refusal, serve } from '../../testing/server'

const CREATED_AT = { _seconds: 1767225600, _nanoseconds: 0 }
const PENDING = {
  username: 'mara',
  email: 'mara@example.org',
  createdAt: CREATED_AT,
  endsSecondFactor: false,
}

test('an opened link verifies nothing before a press', async () => {
  const { bodiesOf } = serve({
    '/pending-sign-up': () => [200, PENDING],
    '/verify': () => [200, { emailVerified: true }],
  })
  const user = renderApp('/verify?token=t1')
  const verify = await screen.findByRole('button', { name: 'Verify my email' })
  expect(screen.getByText('mara')).toBeTruthy()
  expect(bodiesOf('/verify')).toEqual([])
  await user.click(verify)
  expect(await screen.findByText('Your email was verified successfully')).toBeTruthy()
  expect(bodiesOf('/verify')).toEqual([{ token: 't1' }])
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

test('a link that was used says so', async () => {
  serve({ '/pending-sign-up': () => [422, refusal('invalid', 'This link was used already.')] })
  renderApp('/verify?token=t1')
  expect(await screen.findByText('This link was used already.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Verify my email' })).toBeNull()
})

import { cleanup, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { serverConfig } from '../../lib/server-config'
import { renderApp } from '../../testing/render-app'
import { refusal, serve } from '../../testing/server'

test('a forgotten password: the mail is sent, whoever asks', async () => {
  const { bodiesOf } = serve({
    '/forgot-password': () => [202, { message: 'Password reset email sent.' }],
  })
  const user = renderApp('/forgot-password')
  await user.click(await screen.findByRole('button', { name: 'Reset Password' }))
  expect(await screen.findByText('Email is required.')).toBeTruthy()
  await user.type(screen.getByLabelText('Email'), 'mara@example.org')
  await user.click(screen.getByRole('button', { name: 'Reset Password' }))
  expect(await screen.findByText('Password reset email sent.')).toBeTruthy()
  expect(bodiesOf('/forgot-password')).toEqual([{ email: 'mara@example.org' }])
})

test('the words of the server are shown when it refuses', async () => {
  serve({ '/forgot-password': () => [429, refusal('rate-limited', 'Please wait a minute.')] })
  const user = renderApp('/forgot-password')
  await user.type(await screen.findByLabelText('Email'), 'mara@example.org')
  await user.click(screen.getByRole('button', { name: 'Reset Password' }))
  expect(await screen.findByText('Please wait a minute.')).toBeTruthy()
})

test('the link of the mail leads to a new password', async () => {
  const { bodiesOf } = serve({ '/reset-password': () => [204] })
  const user = renderApp('/reset-password?token=t1')
  await user.type(await screen.findByLabelText('New password'), 'green ink on grey')
  await user.type(screen.getByLabelText('Confirm password'), 'green ink on grey')
  await user.click(screen.getByRole('button', { name: 'Save the new password' }))
  expect(await screen.findByText(/Your password is changed/)).toBeTruthy()
  expect(bodiesOf('/reset-password')).toEqual([{ token: 't1', password: 'green ink on grey' }])
})

test('sign-in with the new password leads to the page that was asked for', async () => {
  serve({ '/forgot-password': () => [202, {}], '/reset-password': () => [204] })
  const user = renderApp('/forgot-password?last=library')
  await user.type(await screen.findByLabelText('Email'), 'mara@example.org')
  await user.click(screen.getByRole('button', { name: 'Reset Password' }))
  await screen.findByText('Password reset email sent.')
  cleanup()
  const later = renderApp('/reset-password?token=t1')
  await later.type(await screen.findByLabelText('New password'), 'green ink on grey')
  await later.type(screen.getByLabelText('Confirm password'), 'green ink on grey')
  await later.click(screen.getByRole('button', { name: 'Save the new password' }))
  await screen.findByText(/Your password is changed/)
  const signIn = within(screen.getByRole('main')).getByRole('link', { name: 'Sign in' })
  expect(signIn.getAttribute('href')).toBe('/signin?last=library')
})

test('the old address is kept by a press, not by opening the link', async () => {
  const { bodiesOf } = serve({ '/undo-email-change': () => [204] })
  const user = renderApp('/undo-email?token=t1')
  const keep = await screen.findByRole('button', { name: 'Keep the old address' })
  expect(bodiesOf('/undo-email-change')).toEqual([])
  await user.click(keep)
  expect(await screen.findByText(/Your old address is back/)).toBeTruthy()
})

test('where no mail is sent, people help', async () => {
  vi.spyOn(serverConfig, 'sendsMail', 'get').mockReturnValue(false)
  renderApp('/forgot-password')
  expect(await screen.findByText(/This server doesn’t send email/)).toBeTruthy()
  expect(screen.getByText(/Ask whoever invited you/)).toBeTruthy()
  expect(screen.queryByLabelText('Email')).toBeNull()
})

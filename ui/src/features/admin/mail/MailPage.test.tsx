import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp, signInAs } from '../../../testing/render-app'
import { refusal, serve } from '../../../testing/server'

const AT = { _seconds: 1_780_000_000, _nanoseconds: 0 }
const SENT = {
  id: 'e1',
  to: 'mara@example.org',
  subject: 'Your entries are live',
  state: 'sent',
  attempts: 0,
  createdAt: AT,
  sentAt: AT,
}
const TORN = {
  id: 'e2',
  to: 'otto@example.org',
  subject: 'Verify your email',
  state: 'failed',
  attempts: 9,
  lastError: 'The mail server refused the password.',
  createdAt: AT,
}

function mail(handlers: Parameters<typeof serve>[0] = {}, query = '') {
  signInAs('a1')
  const server = serve({
    '/check-admin': () => [200, { isAdmin: true }],
    '/api/admin/mail': (_body, asked) => {
      const state = asked.get('state')
      const mails = [SENT, TORN].filter((each) => !state || each.state === state)
      return [200, { transport: 'smtp', mails }]
    },
    ...handlers,
  })
  return { ...server, user: renderApp(`/admin/mail${query}`) }
}

const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))

test('every mail says how far it is, and what keeps it', async () => {
  mail()
  expect((await row(/mara@/)).getByText(/^Sent .* ago\.$/)).toBeTruthy()
  expect((await row(/mara@/)).queryByRole('button')).toBeNull()
  const torn = await row(/otto@/)
  expect(torn.getByText('Failed')).toBeTruthy()
  expect(torn.getByText('The mail server refused the password.')).toBeTruthy()
  expect(torn.getByText(/9 attempts failed\./)).toBeTruthy()
})

test('a failed mail is sent again', async () => {
  const { user, bodiesOf } = mail(
    { '/api/admin/mail/e2/retry': () => [200, { ...TORN, state: 'queued' }] },
    '?state=failed',
  )
  const torn = await row(/otto@/)
  expect(screen.queryByText('mara@example.org')).toBeNull()
  await user.click(torn.getByRole('button', { name: /^Retry/ }))
  expect(await screen.findByText('Sending the mail to otto@example.org again.')).toBeTruthy()
  expect(bodiesOf('/api/admin/mail/e2/retry')).toHaveLength(1)
})

test('what cannot be tried again says so', async () => {
  const { user } = mail({
    '/api/admin/mail/e2/retry': () => [409, refusal('conflict', 'It has left meanwhile.')],
  })
  await user.click((await row(/otto@/)).getByRole('button', { name: /^Retry/ }))
  expect(
    await screen.findByText('The mail could not be sent again. It has left meanwhile.'),
  ).toBeTruthy()
})

test('a test mail shows what was said with the mail server', async () => {
  const trial = {
    to: 'a1@example.org',
    error: 'The password was refused.',
    hint: 'Look at mail.password.',
    conversation: ['S: 220 ready', 'C: EHLO inkfold'],
  }
  const { user, bodiesOf } = mail({ '/api/admin/mail/test': () => [200, trial] })
  await user.click(await screen.findByRole('button', { name: 'Send a test mail…' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Send it now' }))
  expect(
    await dialog.findByText('The mail could not be sent. The password was refused.'),
  ).toBeTruthy()
  expect(dialog.getByText('Look at mail.password.')).toBeTruthy()
  expect(dialog.getByText(/EHLO inkfold/)).toBeTruthy()
  expect(bodiesOf('/api/admin/mail/test')).toEqual([{ to: 'a1@example.org' }])
})

test('where no mail goes out there is nothing to test or to try again', async () => {
  mail({ '/api/admin/mail': () => [200, { transport: 'none', mails: [] }] })
  expect(await screen.findByText(/This server doesn’t send email/)).toBeTruthy()
  expect(screen.getByText('No mails yet.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send a test mail…' })).toBeNull()
})

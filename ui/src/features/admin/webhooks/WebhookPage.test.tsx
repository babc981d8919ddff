import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { visitAsAdmin } from '../../../testing/admin'
import { address } from '../../../testing/render-app'
import { refusal } from '../../../testing/server'

type Handlers = Parameters<typeof visitAsAdmin>[1]

const WEBHOOK = '/api/admin/webhooks/w1'
const AT = { _seconds: 1_780_000_000, _nanoseconds: 0 }

const FAILED = {
  id: 'd1',
  event: 'book.published',
  body: '{"type":"book.published","data":{"edition":2}}',
  createdAt: AT,
  state: 'failed',
  attempts: 22,
  attemptedAt: AT,
  nextAt: null as null | typeof AT,
  status: 500 as null | number,
  error: 'Status 500.' as null | string,
}
const DELIVERED = {
  ...FAILED,
  id: 'd2',
  event: 'memo.submitted',
  state: 'delivered',
  attempts: 1,
  status: 204,
  error: null,
}
const WAITING = {
  ...FAILED,
  id: 'd3',
  event: 'post.reported',
  body: 'torn',
  state: 'pending',
  attempts: 2,
  nextAt: { _seconds: Math.floor(Date.now() / 1000) + 7_200, _nanoseconds: 0 },
  status: null,
  error: 'Connection refused.',
}
const UNSENT = { ...FAILED, id: 'd4', event: 'webhook.test', attempts: 0, error: 'Paused.' }

const CHAT = {
  id: 'w1',
  url: 'https://chat.example.org/hook?key=k',
  events: ['book.published'],
  createdAt: AT,
  paused: null,
  failingSince: null,
  lastDelivery: null,
}

const visit = (deliveries: unknown[], handlers: Handlers = {}) =>
  visitAsAdmin('/admin/webhooks/w1', {
    [WEBHOOK]: () => [200, { webhook: CHAT, deliveries }],
    '/api/admin/webhooks': () => [200, []],
    ...handlers,
  })

const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))

test('the page has the webhook, and its title only the host', async () => {
  visit([])
  const name = 'Webhook to chat.example.org'
  expect(await screen.findByRole('heading', { level: 1, name })).toBeTruthy()
  expect(document.title).toContain(name)
  expect(screen.getByText(CHAT.url)).toBeTruthy()
  expect(screen.getByText('Nothing has been sent yet.')).toBeTruthy()
  const places = within(screen.getByRole('navigation', { name: 'Admin pages' }))
  const place = await places.findByRole('link', { name: 'Webhooks' })
  expect(place.getAttribute('aria-current')).toBe('page')
})

test('deliveries say their state, attempts and response', async () => {
  visit([WAITING, FAILED, DELIVERED, UNSENT])
  const textOf = async (name: RegExp) =>
    (await row(name)).getAllByRole('cell').map(({ textContent }) => textContent)
  expect((await textOf(/^A post is reported/)).slice(1, 3)).toEqual([
    'Waiting2 attempts. Next attempt in 2 hours.',
    'Connection refused.',
  ])
  expect((await textOf(/^A book is published/)).slice(1, 3)).toEqual([
    'Failed22 attempts.',
    'Status 500.',
  ])
  expect((await textOf(/^A memo is submitted/)).slice(1, 3)).toEqual([
    'Delivered1 attempt.',
    'Status 204.',
  ])
  expect((await textOf(/^Test/)).slice(1, 3)).toEqual(['FailedNot sent.', 'Paused.'])
  expect((await row(/^A post is reported/)).queryByRole('button')).toBeNull()
})

test('a body is opened, with indentation if it is JSON', async () => {
  const { user } = visit([WAITING, FAILED])
  const failed = await row(/^A book is published/)
  await user.click(failed.getByText('Body'))
  expect(failed.getByRole('group').hasAttribute('open')).toBe(true)
  expect(failed.getByText(/"edition": 2/).textContent).toContain('\n  "data": {\n')
  expect((await row(/^A post is reported/)).getByText('torn')).toBeTruthy()
})

test('a failed delivery is sent again, and the focus stays in its row', async () => {
  let delivery: object = FAILED
  const { user, bodiesOf } = visit([], {
    [WEBHOOK]: () => [200, { webhook: CHAT, deliveries: [delivery] }],
    [`${WEBHOOK}/resend/d1`]: () => {
      delivery = { ...FAILED, state: 'pending', attempts: 0, nextAt: AT }
      return [202, delivery]
    },
  })
  const failed = await row(/^A book is published/)
  await user.click(failed.getByRole('button', { name: 'Send again: A book is published' }))
  expect(await screen.findByText('It’s on its way again.')).toBeTruthy()
  expect(failed.getByText('Not sent yet. The next attempt is now.')).toBeTruthy()
  expect(failed.queryByText('Status 500.')).toBeNull()
  expect(failed.queryByRole('button')).toBeNull()
  await waitFor(() => expect(document.activeElement?.id).toBe('delivery-d1'))
  expect(bodiesOf(`${WEBHOOK}/resend/d1`)).toHaveLength(1)
})

test('an attempt that is under way is polled', async () => {
  let delivery: object = { ...WAITING, nextAt: AT }
  visit([], { [WEBHOOK]: () => [200, { webhook: CHAT, deliveries: [delivery] }] })
  const waiting = await row(/^A post is reported/)
  delivery = { ...WAITING, state: 'delivered', nextAt: null, status: 200, error: null }
  expect(await waiting.findByText('Status 200.', undefined, { timeout: 4_000 })).toBeTruthy()
})

test('a delivery of a paused webhook is not sent again, and the page says why', async () => {
  const { user } = visit([FAILED], {
    [`${WEBHOOK}/resend/d1`]: () => [409, refusal('conflict', 'This webhook is paused.')],
  })
  await user.click((await row(/^A book/)).getByRole('button', { name: /^Send again/ }))
  expect(
    await screen.findByText('It could not be sent again. This webhook is paused.'),
  ).toBeTruthy()
})

test('a webhook that is removed leads back to the list', async () => {
  const { user } = visit([FAILED], {
    [WEBHOOK]: (_body, _query, method) =>
      method === 'DELETE' ? [204] : [200, { webhook: CHAT, deliveries: [] }],
  })
  await user.click(await screen.findByRole('button', { name: 'Remove…' }))
  const question = within(screen.getByRole('dialog', { name: 'Remove the webhook?' }))
  await user.click(question.getByRole('button', { name: 'Remove the webhook' }))
  expect(await screen.findByText('No webhooks yet.')).toBeTruthy()
  expect(address()).toBe('/admin/webhooks')
})

test('a webhook that is not there is said', async () => {
  visit([], { [WEBHOOK]: () => [404, refusal('not-found', 'This webhook was not found.')] })
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy()
})

import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { visitAsAdmin, visitAsKeeper } from '../../../testing/admin'
import { address } from '../../../testing/render-app'
import { refusal } from '../../../testing/server'

type Handlers = Parameters<typeof visitAsAdmin>[1]

const WEBHOOKS = '/api/admin/webhooks'
const AT = { _seconds: 1_780_000_000, _nanoseconds: 0 }
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

const DELIVERED = {
  id: 'd1',
  event: 'book.published',
  body: '{}',
  createdAt: AT,
  state: 'delivered',
  attempts: 1,
  attemptedAt: AT,
  nextAt: null,
  status: 204,
  error: null,
}

const CHAT = {
  id: 'w1',
  url: 'https://chat.example.org/hook',
  events: ['book.published', 'post.reported'],
  createdAt: AT,
  paused: null as null | { at: typeof AT; reason: string; words: string },
  failingSince: null as null | typeof AT,
  lastDelivery: DELIVERED as null | object,
}

const PAUSED = { at: AT, reason: 'admin', words: 'Paused by an admin.' }

const visit = (webhooks: unknown[], handlers: Handlers = {}) =>
  visitAsAdmin('/admin/webhooks', { [WEBHOOKS]: () => [200, webhooks], ...handlers })

const card = async (url = CHAT.url) => within(await screen.findByRole('article', { name: url }))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

test('a webhook is shown with its events, state and last delivery', async () => {
  visit([CHAT])
  const chat = await card()
  expect(chat.getByText('A book is published · A post is reported')).toBeTruthy()
  expect(chat.getByText('Active')).toBeTruthy()
  expect(chat.getByText(/^Delivered .* ago$|^Delivered last|^Delivered in/)).toBeTruthy()
  const link = chat.getByRole('link', { name: 'Show deliveries' })
  expect(link.getAttribute('href')).toBe('/admin/webhooks/w1')
  expect(document.title).toMatch(/^Webhooks · /)
})

test.each([
  ['paused', { paused: PAUSED }, /^Paused by an admin\.$/],
  ['failing', { failingSince: AT }, /^It began to fail .* After five days it’s paused\.$/],
  ['new', { lastDelivery: null }, /^None yet$/],
  [
    'failed',
    { lastDelivery: { ...DELIVERED, state: 'failed', error: 'Status 500.' } },
    /^Failed .*\. Status 500\.$/,
  ],
  [
    'waiting',
    { lastDelivery: { ...DELIVERED, state: 'pending', attempts: 0, attemptedAt: null } },
    /^Waiting to be sent$/,
  ],
  [
    'retried',
    { lastDelivery: { ...DELIVERED, state: 'pending', error: 'Status 503.', nextAt: AT } },
    /^Failed .*\. Status 503\. The next attempt is now\.$/,
  ],
])('a webhook that is %s says so', async (_state, change, words) => {
  visit([{ ...CHAT, ...change }])
  expect((await card()).getByText(words)).toBeTruthy()
})

test('without webhooks the page says what they are for', async () => {
  visit([])
  expect(await screen.findByText('No webhooks yet.')).toBeTruthy()
  expect(
    screen.getByText('Webhooks tell another program when something happens here.'),
  ).toBeTruthy()
})

test('a webhook is added after the password, and its secret is shown once', async () => {
  let isFresh = false
  let webhooks: unknown[] = []
  const { user, bodiesOf } = visit([], {
    [WEBHOOKS]: (_body, _query, method) => {
      if (method === 'GET') return [200, webhooks]
      if (!isFresh) return [401, refusal('recent-signin-required', 'Sign in again.')]
      webhooks = [CHAT]
      return [201, { webhook: CHAT, secret: SECRET }]
    },
    '/reauthenticate': () => {
      isFresh = true
      return [204]
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Add a webhook' }))
  const form = await dialog('Add a webhook')
  await user.type(form.getByLabelText('Address'), ` ${CHAT.url}`)
  await user.click(form.getByLabelText('A book is published'))
  await user.click(form.getByLabelText('A post is reported'))
  await user.click(form.getByRole('button', { name: 'Add the webhook' }))
  const confirmation = await dialog('Confirm that it’s you')
  await user.type(confirmation.getByLabelText('Your password'), 'ink and paper{Enter}')
  const added = await dialog('Copy the secret')
  const field = added.getByLabelText<HTMLInputElement>('Secret')
  expect([field.value, field.readOnly]).toEqual([SECRET, true])
  expect(added.getByText(/It won’t be shown again\. Your program checks/)).toBeTruthy()
  expect(added.getByRole('button', { name: 'Copy the secret' })).toBeTruthy()
  await user.click(added.getByRole('button', { name: 'I’ve copied it' }))
  expect(screen.queryByDisplayValue(SECRET)).toBeNull()
  expect((await card()).getByText('Active')).toBeTruthy()
  expect(bodiesOf(WEBHOOKS)).toContainEqual({ url: CHAT.url, events: CHAT.events })
})

test('an address and an event are required, and refused fields say why', async () => {
  const words = 'The address must begin with https://.'
  const { user } = visit([], {
    [WEBHOOKS]: (_body, _query, method) =>
      method === 'GET' ? [200, []] : [422, refusal('invalid', words, { url: words })],
  })
  await user.click(await screen.findByRole('button', { name: 'Add a webhook' }))
  const form = await dialog('Add a webhook')
  const submit = form.getByRole('button', { name: 'Add the webhook' })
  await user.click(submit)
  expect(form.getByText('Enter an address such as https://example.org/hook.')).toBeTruthy()
  expect(form.getByText('Choose at least one.')).toBeTruthy()
  await user.type(form.getByLabelText('Address'), 'http://a.example')
  await user.click(form.getByLabelText('A memo is submitted'))
  await user.click(submit)
  await waitFor(() => expect(form.getAllByText(words)).toHaveLength(1))
  expect(form.getByLabelText('Address').getAttribute('aria-invalid')).toBe('true')
})

test('the twenty-first webhook is refused above the form', async () => {
  const { user } = visit([CHAT], {
    [WEBHOOKS]: (_body, _query, method) =>
      method === 'GET' ? [200, [CHAT]] : [409, refusal('conflict', 'There are already 20.')],
  })
  await user.click(await screen.findByRole('button', { name: 'Add a webhook' }))
  const form = await dialog('Add a webhook')
  await user.type(form.getByLabelText('Address'), CHAT.url)
  await user.click(form.getByLabelText('A memo is submitted'))
  await user.click(form.getByRole('button', { name: 'Add the webhook' }))
  expect((await form.findByRole('alert')).textContent).toBe('There are already 20.')
})

test('a test says that it is being sent, and then its outcome', async () => {
  let finish = () => {}
  const { user } = visit([CHAT], {
    [`${WEBHOOKS}/w1/test`]: () =>
      new Promise((resolve) => {
        finish = () => resolve([200, { ...DELIVERED, event: 'webhook.test' }])
      }),
  })
  const chat = await card()
  await user.click(chat.getByRole('button', { name: 'Send a test' }))
  const sending = await chat.findByRole<HTMLButtonElement>('button', { name: 'Sending…' })
  expect(sending.disabled).toBe(true)
  finish()
  expect(await chat.findByText('The test was delivered, with status 204.')).toBeTruthy()
  expect(chat.getByRole('button', { name: 'Send a test' })).toBeTruthy()
})

test.each([
  [
    'that fails',
    [200, { ...DELIVERED, state: 'failed', status: null, error: 'Connection refused.' }],
    'The test failed. Connection refused.',
  ],
  ['that is refused', [409, refusal('conflict', 'It has no secret.')], 'It has no secret.'],
] as const)('a test %s says why', async (_what, [status, answer], words) => {
  const { user } = visit([CHAT], { [`${WEBHOOKS}/w1/test`]: () => [status, answer] })
  await user.click((await card()).getByRole('button', { name: 'Send a test' }))
  expect((await (await card()).findByRole('alert')).textContent).toBe(words)
})

test('a webhook is paused and resumed', async () => {
  let webhook = CHAT
  const { user, bodiesOf } = visit([], {
    [WEBHOOKS]: () => [200, [webhook]],
    [`${WEBHOOKS}/w1`]: ({ enabled }) => {
      webhook = { ...CHAT, paused: enabled ? null : PAUSED }
      return [200, webhook]
    },
  })
  await user.click((await card()).getByRole('button', { name: 'Pause' }))
  expect(await screen.findByText(/^The webhook is paused\. Nothing is sent/)).toBeTruthy()
  await user.click(await (await card()).findByRole('button', { name: 'Resume' }))
  expect(await screen.findByText('The webhook is active again.')).toBeTruthy()
  expect(await (await card()).findByText('Active')).toBeTruthy()
  expect(bodiesOf(`${WEBHOOKS}/w1`)).toEqual([{ enabled: false }, { enabled: true }])
})

test('a webhook that cannot be resumed says why', async () => {
  const { user } = visit([{ ...CHAT, paused: PAUSED }], {
    [`${WEBHOOKS}/w1`]: () => [409, refusal('conflict', 'The secret is missing.')],
  })
  await user.click((await card()).getByRole('button', { name: 'Resume' }))
  expect(
    await screen.findByText('The webhook could not be resumed. The secret is missing.'),
  ).toBeTruthy()
})

test.each([
  ['the events alone', '', { events: ['book.published', 'memo.submitted', 'post.reported'] }],
  [
    'the address, too',
    '/new',
    {
      url: `${CHAT.url}/new`,
      events: ['book.published', 'memo.submitted', 'post.reported'],
    },
  ],
])('an edit sends %s', async (_what, typed, body) => {
  const { user, bodiesOf } = visit([CHAT], { [`${WEBHOOKS}/w1`]: () => [200, CHAT] })
  await user.click((await card()).getByRole('button', { name: 'Edit…' }))
  const form = await dialog('Edit the webhook')
  const save = form.getByRole<HTMLButtonElement>('button', { name: 'Save' })
  expect(save.disabled).toBe(true)
  if (typed) await user.type(form.getByLabelText('Address'), typed)
  await user.click(form.getByLabelText('A memo is submitted'))
  await user.click(save)
  expect(await screen.findByText('The webhook is changed.')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(bodiesOf(`${WEBHOOKS}/w1`)).toEqual([body])
})

test('a new secret is made after a question, and shown once', async () => {
  const withoutSecret = { at: AT, reason: 'secret-missing', words: 'The backup had no secret.' }
  let webhook = { ...CHAT, paused: withoutSecret as typeof CHAT.paused }
  const { user } = visit([], {
    [WEBHOOKS]: () => [200, [webhook]],
    [`${WEBHOOKS}/w1/secret`]: () => {
      webhook = CHAT
      return [200, { webhook, secret: SECRET }]
    },
  })
  const chat = await card()
  expect(chat.queryByRole('button', { name: 'Resume' })).toBeNull()
  await user.click(chat.getByRole('button', { name: 'New secret…' }))
  const question = await dialog('Make a new secret?')
  await user.click(question.getByRole('button', { name: 'Make a new secret' }))
  const made = await dialog('Copy the secret')
  expect(made.getByLabelText<HTMLInputElement>('Secret').value).toBe(SECRET)
  await user.click(made.getByRole('button', { name: 'I’ve copied it' }))
  expect(await chat.findByText('Active')).toBeTruthy()
})

test('a webhook is removed after a question', async () => {
  let webhooks = [CHAT]
  const { user } = visit([], {
    [WEBHOOKS]: () => [200, webhooks],
    [`${WEBHOOKS}/w1`]: () => {
      webhooks = []
      return [204]
    },
  })
  await user.click((await card()).getByRole('button', { name: 'Remove…' }))
  const question = await dialog('Remove the webhook?')
  expect(webhooks).toHaveLength(1)
  await user.click(question.getByRole('button', { name: 'Remove the webhook' }))
  expect(await screen.findByText('The webhook is removed.')).toBeTruthy()
  expect(await screen.findByText('No webhooks yet.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.id).toBe('content'))
})

test('a keeper is refused', async () => {
  const { calls } = visitAsKeeper('/admin/webhooks/w1', {})
  await waitFor(() => expect(address()).toBe('/signin'))
  expect(calls.map(({ path }) => path)).not.toContain(`${WEBHOOKS}/w1`)
})

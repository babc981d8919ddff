import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../../testing/server'
import { part, settings } from '../../../testing/settings'

const TOKEN = {
  id: 't1',
  name: 'Backup script',
  scopes: ['read', 'memos'],
  createdAt: { _seconds: 0, _nanoseconds: 0 },
  expiresAt: { _seconds: 4_000_000_000, _nanoseconds: 0 },
  usedAt: null,
}
const EXPIRED = {
  ...TOKEN,
  id: 't2',
  name: 'Old script',
  expiresAt: { _seconds: 86_400, _nanoseconds: 0 },
  usedAt: { _seconds: 0, _nanoseconds: 0 },
}

const section = () => part('API tokens')
const dialog = () => within(screen.getByRole('dialog'))

test('tokens are listed with scopes, expiry and last use', async () => {
  settings({ '/api/account/api-tokens': () => [200, [TOKEN, EXPIRED]] })
  const tokens = await section()
  const [alive, expired] = await tokens.findAllByRole('listitem')
  expect(alive?.textContent).toMatch(/^Backup script ForReading · Answers.*Expires.*2096.*Never/)
  expect(expired?.textContent).toMatch(/^Old script ExpiredFor.*Expired.*1970.*ago/)
})

test('a new token is shown once', async () => {
  let made = false
  const { user, bodiesOf } = settings({
    '/api/account/api-tokens': (_body, _query, method) => {
      if (method === 'GET') return [200, made ? [TOKEN] : []]
      made = true
      return [201, { token: 'inkfold_secret', details: TOKEN }]
    },
  })
  const tokens = await section()
  await user.click(tokens.getByRole('button', { name: 'Create a token' }))
  await user.type(dialog().getByLabelText('Name'), ' Backup script ')
  await user.click(dialog().getByLabelText('Submit, describe and remove your answers.'))
  await user.selectOptions(dialog().getByLabelText('When does it expire?'), 'In 30 days')
  await user.click(dialog().getByRole('button', { name: 'Create the token' }))
  const created = within(await screen.findByRole('dialog', { name: 'Copy your token' }))
  const field = created.getByLabelText<HTMLInputElement>('Your token')
  expect([field.value, field.readOnly]).toEqual(['inkfold_secret', true])
  expect(created.getByRole('button', { name: 'Copy your token' })).toBeTruthy()
  expect(
    created.getByText(/^curl -H "Authorization: Bearer inkfold_…" 'http.*\/api\/search\?q=ink'$/),
  ).toBeTruthy()
  await user.click(created.getByRole('button', { name: 'I’ve copied it' }))
  expect(await tokens.findByText('Backup script')).toBeTruthy()
  expect(screen.queryByDisplayValue('inkfold_secret')).toBeNull()
  expect(bodiesOf('/api/account/api-tokens')).toContainEqual({
    name: 'Backup script',
    scopes: ['read', 'memos'],
    days: 30,
  })
})

test('a token is created after the password was confirmed', async () => {
  let fresh = false
  const { user } = settings({
    '/api/account/api-tokens': (_body, _query, method) => {
      if (method === 'GET') return [200, []]
      return fresh
        ? [201, { token: 'inkfold_secret', details: TOKEN }]
        : [401, refusal('recent-signin-required', 'Sign in again.')]
    },
    '/reauthenticate': () => {
      fresh = true
      return [204]
    },
  })
  await user.click((await section()).getByRole('button', { name: 'Create a token' }))
  await user.type(dialog().getByLabelText('Name'), 'Script{Enter}')
  const confirmation = within(await screen.findByRole('dialog', { name: 'Confirm that it’s you' }))
  await user.type(confirmation.getByLabelText('Your password'), 'ink and paper{Enter}')
  expect(await screen.findByDisplayValue('inkfold_secret')).toBeTruthy()
})

test('a token needs a name and a scope, and what is refused is said', async () => {
  const { user, bodiesOf } = settings({
    '/api/account/api-tokens': (_body, _query, method) =>
      method === 'GET' ? [200, []] : [409, refusal('conflict', 'You have 20 tokens.')],
  })
  await user.click((await section()).getByRole('button', { name: 'Create a token' }))
  await user.click(dialog().getByLabelText('Read everything that you can read.'))
  await user.click(dialog().getByRole('button', { name: 'Create the token' }))
  expect(dialog().getByText('Enter a name.')).toBeTruthy()
  expect(dialog().getByText('Choose at least one.')).toBeTruthy()
  await user.type(dialog().getByLabelText('Name'), 'Script')
  await user.click(dialog().getByLabelText('Read everything that you can read.'))
  await user.click(dialog().getByRole('button', { name: 'Create the token' }))
  expect((await dialog().findByRole('alert')).textContent).toBe('You have 20 tokens.')
  expect(bodiesOf('/api/account/api-tokens').at(-1)).toMatchObject({ days: 90 })
})

test.each([
  ['a member', {}, []],
  ['a moderator', { isModerator: true }, ['administration']],
  ['a keeper', { keeperOf: ['b1'] }, ['books', 'administration']],
  ['an admin', { isAdmin: true }, ['books', 'administration']],
])('%s is offered the scopes of their roles', async (_who, roles, more) => {
  const { user } = settings({
    '/check-admin': () => [
      200,
      { isAdmin: false, isModerator: false, keeperOf: [], guestOf: null, ...roles },
    ],
  })
  await user.click((await section()).getByRole('button', { name: 'Create a token' }))
  const count = 3 + more.length
  await expect.poll(() => dialog().getAllByRole('checkbox').length).toBe(count)
  const offered = dialog()
    .getAllByRole<HTMLInputElement>('checkbox')
    .map(({ value }) => value)
  expect(offered).toEqual(['read', 'memos', 'threads', ...more])
})

test('a token is revoked after a question', async () => {
  const { user, bodiesOf } = settings({
    '/api/account/api-tokens': () => [200, [TOKEN]],
    '/api/account/api-tokens/t1': () => [204],
  })
  const tokens = await section()
  await user.click(await tokens.findByRole('button', { name: 'Revoke Backup script' }))
  expect(bodiesOf('/api/account/api-tokens/t1')).toEqual([])
  await user.click(dialog().getByRole('button', { name: 'Revoke the token' }))
  expect(await screen.findByText('Backup script is revoked.')).toBeTruthy()
  expect(tokens.queryByText('Backup script')).toBeNull()
  await expect.poll(() => document.activeElement?.textContent).toBe('API tokens')
})

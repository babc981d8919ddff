import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp, signInAs } from '../../../testing/render-app'
import { refusal, serve } from '../../../testing/server'

const AT = { _seconds: 0, _nanoseconds: 0 }
const ADA = { username: 'ada', name: 'Ada Blum' }
const ACTIONS = [
  { id: 'd2', at: AT, by: ADA, deed: 'hide', to: 'The heron', note: 'Asked her.' },
  { id: 'd1', at: AT, by: null, deed: 'promote', to: 'ada', note: '' },
]

function audit(answer: () => [number, unknown], query = '') {
  signInAs('a1')
  serve({ '/check-admin': () => [200, { isAdmin: true }], '/api/admin/audit': answer })
  return renderApp(`/admin/audit${query}`)
}

const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))

test('it says who did what, when, to what and why', async () => {
  audit(() => [200, ACTIONS])
  const hidden = await row(/Hidden/)
  for (const words of ['Ada Blum', 'The heron', 'Asked her.']) {
    expect(hidden.getByText(words)).toBeTruthy()
  }
  expect(hidden.getByText(/ago$/).closest('time')?.getAttribute('datetime')).toContain('1970')
  expect((await row(/Made an admin/)).getByText('Command line')).toBeTruthy()
})

test('an action is found by the words of the address', async () => {
  audit(() => [200, ACTIONS], '?q=made+admin')
  expect(await row(/Made an admin/)).toBeTruthy()
  expect(screen.queryByText('Hidden')).toBeNull()
  expect(screen.getByText('Showing 1 of 2')).toBeTruthy()
})

test('a role that was given or removed is named in the note', async () => {
  audit(() => [
    200,
    [
      { ...ACTIONS[0], deed: 'appoint', to: 'member k1', note: 'keeper of Rain' },
      { ...ACTIONS[1], deed: 'dismiss', to: 'member k2', note: 'moderator' },
    ],
  ])
  expect((await row(/Role given/)).getByText('keeper of Rain')).toBeTruthy()
  expect((await row(/Role removed/)).getByText('moderator')).toBeTruthy()
})

test('a reminder is named with its book and its words', async () => {
  audit(() => [200, [{ ...ACTIONS[0], deed: 'remind', to: 'book Rain', note: 'On Friday.' }]])
  const sent = await row(/Reminder sent/)
  expect(sent.getByText('book Rain')).toBeTruthy()
  expect(sent.getByText('On Friday.')).toBeTruthy()
})

test('decisions about guests are named', async () => {
  const deeds = ['guest-link', 'accept-memo', 'decline-memo', 'remove-guest']
  audit(() => [200, deeds.map((deed) => ({ ...ACTIONS[0], id: deed, deed }))])
  const labels = ['Guest link changed', 'Answer accepted', 'Answer declined', 'Guest removed']
  for (const label of labels) expect(await screen.findByText(label)).toBeTruthy()
})

test('API tokens that were made or revoked are named', async () => {
  const deeds = ['make-api-token', 'revoke-api-token']
  audit(() => [200, deeds.map((deed) => ({ ...ACTIONS[0], id: deed, deed }))])
  for (const label of ['API token made', 'API token revoked']) {
    expect(await screen.findByText(label)).toBeTruthy()
  }
})

test('changes of webhooks are named', async () => {
  const labels = {
    'add-webhook': 'Webhook added',
    'edit-webhook': 'Webhook changed',
    'pause-webhook': 'Webhook paused',
    'resume-webhook': 'Webhook resumed',
    'renew-webhook-secret': 'Webhook secret renewed',
    'remove-webhook': 'Webhook removed',
  }
  audit(() => [200, Object.keys(labels).map((deed) => ({ ...ACTIONS[0], id: deed, deed }))])
  for (const label of Object.values(labels)) expect(await screen.findByText(label)).toBeTruthy()
})

test('nothing was done', async () => {
  audit(() => [200, []])
  expect(await screen.findByText('No admin actions yet.')).toBeTruthy()
})

test('what cannot be fetched is said, and can be tried again', async () => {
  let fails = true
  const user = audit(() =>
    fails ? [500, refusal('internal', 'The disk is full.')] : [200, ACTIONS],
  )
  const again = await screen.findByRole('button', { name: 'Try again' })
  fails = false
  await user.click(again)
  expect(await row(/Hidden/)).toBeTruthy()
})

test.each(['make-moderator', 'remove-moderator', 'add-keeper', 'remove-keeper'])(
  'the former action %s is not among the labels',
  async (deed) => {
    audit(() => [200, [{ ...ACTIONS[1], deed }]])
    expect((await row(/ada/)).queryByText(/moderator|keeper/i)).toBeNull()
  },
)

import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { serverConfig } from '../../../lib/server-config'
import { visitAsAdmin, visitAsKeeper } from '../../../testing/admin'
import { ADMIN_BOOK, INVITATION } from '../../../testing/fixtures'
import { refusal } from '../../../testing/server'

const RAIN = { ...ADMIN_BOOK, id: 'b2', name: 'Rain' }
const INVITATIONS = '/api/admin/invitations'

type Handlers = Parameters<typeof visitAsAdmin>[1]

const handlersFor = (
  books: unknown[],
  posted: [number, unknown],
  all: unknown[] = [],
): Handlers => ({
  '/api/admin/books': () => [200, books],
  [INVITATIONS]: (_body, _query, method) => (method === 'POST' ? posted : [200, all]),
})

const created = (role: string): [number, unknown] => [201, { ...INVITATION, role }]

async function openForm({ user }: ReturnType<typeof visitAsAdmin>) {
  await user.click(await screen.findByRole('button', { name: 'Invite people' }))
  return within(await screen.findByRole('dialog', { name: 'Invite people' }))
}

test('an admin invites a keeper, which needs the book', async () => {
  const visit = visitAsAdmin('/admin/invitations', handlersFor([ADMIN_BOOK], created('keeper')))
  const { user, bodiesOf } = visit
  const form = await openForm(visit)
  await user.selectOptions(form.getByLabelText('Role'), 'Keeper of the book')
  expect(form.getByText(/^They edit and publish a book, .* Choose the book below\.$/)).toBeTruthy()
  await user.click(form.getByRole('button', { name: 'Make the link' }))
  const book = form.getByRole('combobox', {
    name: 'Book to look after',
    description: 'Choose the book that they look after.',
  })
  expect(bodiesOf(INVITATIONS)).toHaveLength(1)
  await user.selectOptions(book, 'The kitchen table')
  await user.click(form.getByRole('button', { name: 'Make the link' }))
  expect(await screen.findByRole('dialog', { name: 'Class 7b' })).toBeTruthy()
  expect(bodiesOf(INVITATIONS)[1]).toMatchObject({ role: 'keeper', bid: 'b1' })
})

test('a moderator is invited without a book, even after one was missing for a keeper', async () => {
  const visit = visitAsAdmin('/admin/invitations', handlersFor([ADMIN_BOOK], created('moderator')))
  const { user, bodiesOf } = visit
  const form = await openForm(visit)
  await user.selectOptions(form.getByLabelText('Role'), 'Keeper of the book')
  await user.click(form.getByRole('button', { name: 'Make the link' }))
  await user.selectOptions(form.getByLabelText('Role'), 'Moderator of the threads')
  expect(form.queryByText('Choose the book that they look after.')).toBeNull()
  await user.click(form.getByRole('button', { name: 'Make the link' }))
  expect(await screen.findByRole('dialog', { name: 'Class 7b' })).toBeTruthy()
  expect(bodiesOf(INVITATIONS)[1]).toMatchObject({ role: 'moderator', bid: null })
})

test('a book that the server refuses is told at its field', async () => {
  const words = 'This book was removed.'
  const visit = visitAsAdmin(
    '/admin/invitations',
    handlersFor([ADMIN_BOOK], [422, refusal('invalid', words, { book: words })]),
  )
  const form = await openForm(visit)
  await visit.user.selectOptions(form.getByLabelText('Role'), 'Keeper of the book')
  await visit.user.selectOptions(form.getByLabelText('Book to look after'), 'The kitchen table')
  await visit.user.click(form.getByRole('button', { name: 'Make the link' }))
  expect(
    await form.findByRole('combobox', { name: 'Book to look after', description: words }),
  ).toBeTruthy()
  expect(form.getAllByText(words)).toHaveLength(1)
})

test('a keeper of one book invites to it, and gives no role', async () => {
  const visit = visitAsKeeper('/admin/invitations', handlersFor([ADMIN_BOOK], created('member')))
  const form = await openForm(visit)
  expect(form.queryByLabelText('Role')).toBeNull()
  expect(form.getByLabelText<HTMLSelectElement>('Book to write in first').value).toBe('b1')
  await visit.user.click(form.getByRole('button', { name: 'Make the link' }))
  expect(await screen.findByRole('dialog', { name: 'Class 7b' })).toBeTruthy()
  expect(visit.bodiesOf(INVITATIONS)[1]).toMatchObject({ role: 'member', bid: 'b1' })
})

test('a keeper of several books chooses one', async () => {
  const visit = visitAsKeeper(
    '/admin/invitations',
    handlersFor([ADMIN_BOOK, RAIN], created('member')),
    ['b1', 'b2'],
  )
  const form = await openForm(visit)
  await visit.user.click(form.getByRole('button', { name: 'Make the link' }))
  const book = form.getByRole('combobox', {
    name: 'Book to write in first',
    description: 'Choose a book.',
  })
  expect(visit.bodiesOf(INVITATIONS)).toHaveLength(1)
  await visit.user.selectOptions(book, 'Rain')
  await visit.user.click(form.getByRole('button', { name: 'Make the link' }))
  expect(await screen.findByRole('dialog', { name: 'Class 7b' })).toBeTruthy()
  expect(visit.bodiesOf(INVITATIONS)[1]).toMatchObject({ bid: 'b2' })
})

test('the list names roles other than member', async () => {
  const all = ['member', 'keeper', 'moderator'].map((role, index) => ({
    ...INVITATION,
    id: `i${index}`,
    name: `For a ${role}`,
    role,
  }))
  const handlers = handlersFor([], created('member'), all)
  const { user } = visitAsAdmin('/admin/invitations', handlers)
  const row = (name: RegExp) => within(screen.getByRole('row', { name }))
  await screen.findByRole('row', { name: /For a member/ })
  expect(row(/For a member/).queryByText('Member')).toBeNull()
  expect(row(/For a keeper/).getByText('Keeper')).toBeTruthy()
  await user.type(screen.getByLabelText('Find an invitation'), 'Moderator')
  expect(row(/For a moderator/).getByText('Moderator')).toBeTruthy()
  expect(screen.queryByRole('row', { name: /For a keeper/ })).toBeNull()
})

test.each([
  ['open', 'Anybody can sign up at present, even without an invitation.'],
  ['closed', 'Nobody can sign up at present, even with an invitation.'],
] as const)('where sign-up is %s, a keeper is not sent to the settings', async (mode, words) => {
  vi.spyOn(serverConfig, 'registration', 'get').mockReturnValue(mode)
  visitAsKeeper('/admin/invitations', handlersFor([], created('member')))
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.queryByRole('link', { name: /registration/ })).toBeNull()
})

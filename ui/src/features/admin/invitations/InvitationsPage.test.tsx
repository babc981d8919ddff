import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { serverConfig } from '../../../lib/server-config'
import { visitAsAdmin } from '../../../testing/admin'
import { ADMIN_BOOK, INVITATION } from '../../../testing/fixtures'
import { address } from '../../../testing/render-app'
import { refusal } from '../../../testing/server'

const CARDS = {
  ...INVITATION,
  id: 'i2',
  name: '',
  by: null,
  bid: null,
  book: null,
  expiresAt: null,
  cards: 12,
  maxUses: 12,
  uses: 0,
  code: null,
}
const LINK = 'https://ink.example.org/signup?invitation=K7QD-3MXR-9VTA'

function invitations(handlers: Parameters<typeof visitAsAdmin>[1] = {}, all: unknown[] = []) {
  return visitAsAdmin('/admin/invitations', {
    '/api/admin/invitations': () => [200, all],
    '/api/admin/books': () => [200, [ADMIN_BOOK]],
    ...handlers,
  })
}

type Visit = ReturnType<typeof invitations>

/** Handler that lists all invitations, and creates one. */
const creating =
  (created: object) =>
  (_body: unknown, _query: unknown, method: string): [number, unknown] =>
    method === 'POST' ? [201, created] : [200, []]

const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))

async function openForm({ user }: Visit) {
  await user.click(await screen.findByRole('button', { name: 'Invite people' }))
  return within(await screen.findByRole('dialog', { name: 'Invite people' }))
}

async function choose({ user }: Visit, name: RegExp, action: string) {
  await user.click((await row(name)).getByRole('button', { name: /^Actions for/ }))
  await user.click(screen.getByRole('button', { name: action }))
}

test('every invitation says its state, its use, its book and who invites', async () => {
  invitations({}, [INVITATION, { ...CARDS, state: 'revoked' }])
  const link = await row(/Class 7b/)
  for (const words of ['Link for 30 people', 'Usable', '3 of 30', '30 November 2026', 'Ada Blum']) {
    expect(link.getByText(words)).toBeTruthy()
  }
  const book = link.getByRole('link', { name: 'A year in ink' })
  expect(book.getAttribute('href')).toBe('/admin/books/b1')
  const cards = await row(/12 cards/)
  for (const words of ['Withdrawn', '0 of 12', 'No end', 'Command line']) {
    expect(cards.getByText(words)).toBeTruthy()
  }
  expect(cards.queryByRole('button')).toBeNull()
})

test('invitations are found by their state', async () => {
  const { user } = invitations({}, [INVITATION, { ...CARDS, state: 'used-up' }])
  await user.type(await screen.findByLabelText('Find an invitation'), 'used up')
  expect(await row(/12 cards/)).toBeTruthy()
  expect(screen.queryByRole('row', { name: /Class 7b/ })).toBeNull()
  expect(address()).toBe('/admin/invitations?q=used+up')
})

test('a link for several people is made, shown as a code, and copied', async () => {
  const visit = invitations({ '/api/admin/invitations': creating({ ...INVITATION, uses: 0 }) })
  const { user, bodiesOf } = visit
  expect(await screen.findByText('No invitations yet.')).toBeTruthy()
  const form = await openForm(visit)
  await user.clear(form.getByLabelText('How many people?'))
  await user.type(form.getByLabelText('How many people?'), '30')
  await user.selectOptions(form.getByLabelText('How long does it work?'), 'For 90 days')
  await user.selectOptions(form.getByLabelText(/^Book to write in/), 'The kitchen table')
  await user.type(form.getByLabelText('Name (optional)'), 'Class 7b')
  await user.click(form.getByRole('button', { name: 'Make the link' }))

  const dialog = within(await screen.findByRole('dialog', { name: 'Class 7b' }))
  expect(bodiesOf('/api/admin/invitations').slice(1)).toEqual([
    { uses: 30, days: 90, bid: 'b1', role: 'member', name: 'Class 7b' },
  ])
  expect(dialog.getByLabelText<HTMLInputElement>('Link').value).toBe(LINK)
  expect(dialog.getByRole('img', { name: 'QR code of the link' })).toBeTruthy()
  expect(dialog.getByText('K7QD-3MXR-9VTA')).toBeTruthy()
  expect(dialog.getByText(/30 people can still sign up with it/)).toBeTruthy()
  document.execCommand = () => true
  await user.click(dialog.getByRole('button', { name: 'Copy the link' }))
  expect(dialog.getByText('Copied.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  expect(await row(/Class 7b/)).toBeTruthy()
})

test('cards are made and downloaded', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:cards')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const visit = invitations({
    '/api/admin/invitations': creating(CARDS),
    '/api/admin/invitations/i2/cards.pdf': () => [200, 'PDF'],
  })
  const { user, bodiesOf } = visit
  const form = await openForm(visit)
  await user.click(form.getByLabelText('A card for each person'))
  expect(form.queryByLabelText('How many people?')).toBeNull()
  await user.clear(form.getByLabelText('How many cards?'))
  await user.type(form.getByLabelText('How many cards?'), '12')
  await user.selectOptions(form.getByLabelText('How long does it work?'), 'Until you withdraw it')
  await user.click(form.getByRole('button', { name: 'Make the cards' }))
  const dialog = within(await screen.findByRole('dialog', { name: '12 cards' }))
  expect(bodiesOf('/api/admin/invitations').slice(1)).toEqual([
    { cards: 12, days: null, bid: null, role: 'member', name: '' },
  ])
  expect(dialog.queryByLabelText('Link')).toBeNull()
  await user.click(
    dialog.getByRole('button', { name: 'Download the cards (PDF, to print and cut)' }),
  )
  expect(await dialog.findByText('The file is in your downloads.')).toBeTruthy()
  expect(saved).toHaveBeenCalledOnce()
})

test('cards that cannot be made say why', async () => {
  const visit = invitations(
    {
      '/api/admin/invitations/i2/cards.pdf': () => [
        409,
        refusal('conflict', 'No card of this invitation can be used any more.'),
      ],
    },
    [CARDS],
  )
  await choose(visit, /12 cards/, 'Download the cards…')
  await visit.user.click(screen.getByRole('button', { name: /^Download the cards \(PDF/ }))
  expect((await screen.findByRole('alert')).textContent).toContain('No card of this invitation')
})

test.each(['0', '1001', 'ten'])(
  'an invitation for %s people is refused in words',
  async (typed) => {
    const visit = invitations()
    const form = await openForm(visit)
    await visit.user.clear(form.getByLabelText('How many people?'))
    await visit.user.type(form.getByLabelText('How many people?'), typed)
    await visit.user.click(form.getByRole('button', { name: 'Make the link' }))
    expect(form.getByText('Enter a number from 1 to 1000.')).toBeTruthy()
    expect(visit.bodiesOf('/api/admin/invitations')).toHaveLength(1)
  },
)

test('an invitation that the server refuses keeps what was typed', async () => {
  const words = 'There are 1,000 invitations already. Please use one of them.'
  const visit = invitations({
    '/api/admin/invitations': (_body, _query, method) =>
      method === 'POST' ? [409, refusal('conflict', words)] : [200, []],
  })
  const form = await openForm(visit)
  await visit.user.type(form.getByLabelText('Name (optional)'), 'Class 7b')
  await visit.user.click(form.getByRole('button', { name: 'Make the link' }))
  expect(await form.findByText(words)).toBeTruthy()
  expect(form.getByLabelText<HTMLInputElement>('Name (optional)').value).toBe('Class 7b')
})

test('an invitation is withdrawn after a question', async () => {
  const visit = invitations(
    { '/api/admin/invitations/i1/revoke': () => [200, { ...INVITATION, state: 'revoked' }] },
    [INVITATION],
  )
  await choose(visit, /Class 7b/, 'Withdraw…')
  const dialog = within(screen.getByRole('dialog', { name: 'Withdraw this invitation?' }))
  expect(visit.bodiesOf('/api/admin/invitations/i1/revoke')).toEqual([])
  await visit.user.click(dialog.getByRole('button', { name: 'Withdraw the invitation' }))
  expect(await screen.findByText('The invitation is withdrawn.')).toBeTruthy()
  expect((await row(/Class 7b/)).getByText('Withdrawn')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a withdrawal that fails is said', async () => {
  const visit = invitations(
    { '/api/admin/invitations/i1/revoke': () => [503, refusal('busy', 'The server is busy.')] },
    [INVITATION],
  )
  await choose(visit, /Class 7b/, 'Withdraw…')
  await visit.user.click(screen.getByRole('button', { name: 'Withdraw the invitation' }))
  expect(
    await screen.findByText('The invitation could not be withdrawn. The server is busy.'),
  ).toBeTruthy()
})

test.each([
  ['open', /^Anybody can sign up at present/],
  ['approved', /^People with an invitation don’t have to apply/],
  ['closed', /^Nobody can sign up at present/],
] as const)('where sign-up is %s, the page says so', async (mode, words) => {
  vi.spyOn(serverConfig, 'registration', 'get').mockReturnValue(mode)
  invitations()
  expect(await screen.findByText(words)).toBeTruthy()
})

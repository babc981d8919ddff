import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { visitAsAdmin, visitAsKeeper, visitAsModerator } from '../../../testing/admin'
import { ADMIN_BOOK, BOOK } from '../../../testing/fixtures'
import { waitingMemo } from '../../../testing/guest'
import { address } from '../../../testing/render-app'
import { refusal } from '../../../testing/server'

type Handlers = Parameters<typeof visitAsAdmin>[1]

const HERE = '/admin/books/b1/guests'
const GUESTS = '/api/admin/books/b1/guests'
const LINK = '/api/admin/books/b1/guest-link'
const AT = { _seconds: 1_780_000_000, _nanoseconds: 0 }

const guestLink = (code: string) => ({
  link: `https://ink.example.org/guest/${code}`,
  qrcode: 'data:image/svg+xml,x',
  madeBy: 'Ada Blum',
  madeAt: AT,
})

const SMELL = waitingMemo('smell', 'Of bread.')
const CHAIR = {
  ...waitingMemo('chair', ''),
  type: 'hand',
  post: null,
  img: '/media/chair.png',
}
const IDA = { uid: 'g1', name: 'Ida Bell', joinedAt: AT, waiting: 2, accepted: 5 }

interface Shown {
  link: ReturnType<typeof guestLink> | null
  guests: (typeof IDA)[]
  waiting: (typeof SMELL)[]
}

const ALL: Shown = { link: guestLink('K7QD'), guests: [IDA], waiting: [SMELL, CHAIR] }
const NONE: Shown = { link: null, guests: [], waiting: [] }

/** Serves a book whose guests change by what is returned. */
function handlersFor(shown: Shown, handlers: Handlers): Handlers {
  const state = { ...shown }
  const decide = (id: string) => () => {
    state.waiting = state.waiting.filter((memo) => memo.id !== id)
    return [204] as [number]
  }
  return {
    '/api/book': () => [200, BOOK],
    [GUESTS]: () => [200, state],
    [LINK]: (_body, _query, method) => {
      state.link = method === 'DELETE' ? null : guestLink('NEWER')
      return method === 'DELETE' ? [204] : [201, state.link]
    },
    [`${GUESTS}/g1`]: () => {
      state.guests = []
      return [204]
    },
    [`/api/admin/waiting-answers/${SMELL.id}`]: decide(SMELL.id),
    [`/api/admin/waiting-answers/${CHAIR.id}`]: decide(CHAIR.id),
    ...handlers,
  }
}

const visit = (shown = ALL, handlers: Handlers = {}) =>
  visitAsKeeper(HERE, handlersFor(shown, handlers))

const card = async (question: string) =>
  within(await screen.findByRole('article', { name: question }))
const linkField = async () => (await screen.findByLabelText('Link')) as HTMLInputElement

test('a keeper sees what waits, the link and the guests', async () => {
  visit()
  const smell = await card('What about the smell?')
  expect(smell.getByText('Ida Bell')).toBeTruthy()
  expect(smell.getByText('Of bread.')).toBeTruthy()
  expect(screen.getByText('2 answers are waiting.')).toBeTruthy()
  expect((await linkField()).value).toBe('https://ink.example.org/guest/K7QD')
  expect(screen.getByRole('img', { name: 'QR code of the guest link' })).toBeTruthy()
  const row = within(screen.getByRole('row', { name: /Ida Bell/ }))
  expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/ago|last|yesterday/),
    '2',
    '5',
    'Remove…',
  ])
})

test('an answer is accepted at once, and the focus goes to the next', async () => {
  const { user, bodiesOf } = visit()
  const accept = (await card('What about the smell?')).getByRole('button', {
    name: 'Accept the answer of Ida Bell to: What about the smell?',
  })
  await user.click(accept)
  expect(await screen.findByText('The answer of Ida Bell is accepted.')).toBeTruthy()
  expect(bodiesOf(`/api/admin/waiting-answers/${SMELL.id}`)).toEqual([{ accept: true }])
  expect(screen.queryByRole('article', { name: 'What about the smell?' })).toBeNull()
  expect(screen.getByText('1 answer is waiting.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.id).toBe(`waiting-${CHAIR.id}`))
})

test('the last answer is declined after a question, and the focus goes to the heading', async () => {
  const { user, bodiesOf } = visit({ ...ALL, waiting: [SMELL] })
  await user.click((await card('What about the smell?')).getByRole('button', { name: /^Decline…/ }))
  const dialog = within(screen.getByRole('dialog', { name: 'Decline the answer of Ida Bell?' }))
  const path = `/api/admin/waiting-answers/${SMELL.id}`
  expect(bodiesOf(path)).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Decline the answer' }))
  expect(await screen.findByText('The answer of Ida Bell is declined.')).toBeTruthy()
  expect(bodiesOf(path)).toEqual([{ accept: false }])
  expect(screen.getByText('No answers are waiting.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.id).toBe('waiting-answers'))
})

test('a picture is enlarged', async () => {
  const { user } = visit()
  await user.click((await card('What about the chair?')).getByRole('button', { name: /Enlarge/ }))
  const dialog = within(screen.getByRole('dialog', { name: 'What about the chair?' }))
  expect(dialog.getByRole('img', { name: 'Handwriting of Ida Bell' })).toBeTruthy()
})

test('a decision of another keeper is said, and the list fetched again', async () => {
  let waiting = [SMELL]
  const { user } = visit(ALL, {
    [GUESTS]: () => [200, { ...ALL, waiting }],
    [`/api/admin/waiting-answers/${SMELL.id}`]: () => {
      waiting = []
      return [404, refusal('not-found', 'This memo was not found.')]
    },
  })
  await user.click((await card('What about the smell?')).getByRole('button', { name: /^Accept/ }))
  expect(await screen.findByText(/The decision could not be saved\./)).toBeTruthy()
  expect(await screen.findByText('No answers are waiting.')).toBeTruthy()
})

test('the first link of a book is made', async () => {
  const { user } = visit(NONE)
  expect(await screen.findByText('No answers are waiting.')).toBeTruthy()
  expect(screen.getByText('Nobody has come as a guest yet.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Make a guest link' }))
  expect((await linkField()).value).toBe('https://ink.example.org/guest/NEWER')
  await waitFor(() => expect(document.activeElement?.id).toBe('guest-link'))
})

test('a new link is made after a question', async () => {
  const { user } = visit()
  await user.click(await screen.findByRole('button', { name: 'Make a new link…' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Make a new guest link?' }))
  expect(dialog.getByText(/The old link and its QR code stop working/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Make the new link' }))
  await waitFor(async () => expect((await linkField()).value).toContain('NEWER'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the link is copied', async () => {
  const { user } = visit()
  document.execCommand = () => true
  await user.click(await screen.findByRole('button', { name: 'Copy the guest link' }))
  expect(screen.getByText('Copied.')).toBeTruthy()
})

test('the link is removed after a question', async () => {
  const { user } = visit()
  await user.click(await screen.findByRole('button', { name: 'Remove the link…' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Remove the guest link?' }))
  await user.click(dialog.getByRole('button', { name: 'Remove the link' }))
  expect(await screen.findByRole('button', { name: 'Make a guest link' })).toBeTruthy()
  expect(screen.queryByLabelText('Link')).toBeNull()
})

test('a guest is removed after a question', async () => {
  const { user } = visit()
  await user.click(await screen.findByRole('button', { name: 'Remove Ida Bell…' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Remove Ida Bell?' }))
  expect(dialog.getByText(/in no published edition are deleted, too/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Remove the guest' }))
  expect(await screen.findByText('Ida Bell is removed.')).toBeTruthy()
  expect(await screen.findByText('Nobody has come as a guest yet.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.id).toBe('guests'))
})

test('a removal that fails is said', async () => {
  const { user } = visit(ALL, {
    [`${GUESTS}/g1`]: () => [500, refusal('internal', 'The disk is full.')],
  })
  await user.click(await screen.findByRole('button', { name: 'Remove Ida Bell…' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Remove the guest' }))
  expect(await dialog.findByText('The disk is full.')).toBeTruthy()
})

test.each(['/admin/books/b1', '/admin/books/b1/answers'])(
  'the page %s leads to the guests',
  async (path) => {
    visitAsAdmin(path, {
      '/api/book': () => [200, BOOK],
      '/api/admin/books/b1': () => [200, { book: ADMIN_BOOK, questions: [] }],
      '/api/admin/books/b1/answers': () => [200, { questions: [], members: [], total: 0 }],
    })
    const link = await screen.findByRole('link', { name: 'Guests' })
    expect(link.getAttribute('href')).toBe(HERE)
  },
)

test.each([
  ['a keeper of another book', () => visitAsKeeper(HERE, handlersFor(ALL, {}), ['b2'])],
  ['a moderator', () => visitAsModerator(HERE, handlersFor(ALL, {}))],
])('%s is refused', async (_who, open) => {
  const { calls } = open()
  await waitFor(() => expect(address()).toBe('/signin'))
  expect(calls.map(({ path }) => path)).not.toContain(GUESTS)
})

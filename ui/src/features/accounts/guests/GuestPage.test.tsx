import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getStored, setStored } from '../../../lib/storage'
import { GUEST, signInGuest } from '../../../testing/guest'
import { renderApp, signInAs } from '../../../testing/render-app'
import { refusal, serve } from '../../../testing/server'

const HERE = '/guest/K7QD3MXR9VTA'
const LINK = '/api/guest-links/K7QD3MXR9VTA'
const BACK = 'https://ink.example.org/guest/back/secret'
const BOOK = {
  bid: 'b1',
  book: 'The kitchen table',
  description: 'What was cooked there.',
  schedule: { readyBy: 'entries' },
}

type Reply = [status: number, body?: unknown]

/** Opens the link, which shows a book and then answers a new guest. */
function open(
  joined: Reply = [201, { bid: 'b1', privateLink: BACK, account: GUEST }],
  book = BOOK,
) {
  const server = serve({
    [LINK]: (_body, _query, method) => (method === 'POST' ? joined : [200, book]),
    '/verify-token': () => [200, {}],
  })
  return { ...server, user: renderApp(HERE) }
}

async function join(user: ReturnType<typeof open>['user'], name: string) {
  await user.type(await screen.findByLabelText('Your name'), name)
  await user.click(screen.getByRole('button', { name: 'Begin' }))
}

const leadsTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

test('a visitor joins, gets a private link, and is led to the questions', async () => {
  const { user, bodiesOf } = open()
  expect(await screen.findByRole('heading', { level: 1, name: BOOK.book })).toBeTruthy()
  expect(screen.getByText('What was cooked there.')).toBeTruthy()
  expect(screen.getByText(/Your answers wait until somebody/)).toBeTruthy()
  await join(user, ' Ida Bell ')
  const field = (await screen.findByLabelText('Your private link')) as HTMLInputElement
  expect(field.value).toBe(BACK)
  expect(screen.getByText(/It’s the only way back to your answers/)).toBeTruthy()
  expect(leadsTo('Answer the questions')).toBe('/book/contribute/entry/b1')
  expect(bodiesOf(LINK).slice(1)).toEqual([{ name: 'Ida Bell' }])
  expect([getStored('uid'), getStored('guestOf'), getStored('bid')]).toEqual(['g1', 'b1', 'b1'])
  expect(document.activeElement?.textContent).toBe('Welcome!')
})

test('the private link is copied', async () => {
  const { user } = open()
  document.execCommand = () => true
  await join(user, 'Ida Bell')
  await user.click(await screen.findByRole('button', { name: 'Copy your private link' }))
  expect(await screen.findByText('Copied.')).toBeTruthy()
})

test('a guest without a name is asked for one', async () => {
  const { user, bodiesOf } = open()
  await user.click(await screen.findByRole('button', { name: 'Begin' }))
  expect(screen.getByText('Enter your name.')).toBeTruthy()
  expect(bodiesOf(LINK)).toHaveLength(1)
})

test('a book that closes says when', async () => {
  const closes = { at: { _seconds: 4_000_000_000, _nanoseconds: 0 }, local: '', words: '2 October' }
  open(undefined, { ...BOOK, schedule: { readyBy: 'date', closes } } as typeof BOOK)
  expect(await screen.findByText(/Open until 2 October\./)).toBeTruthy()
})

test.each([
  [409, 'book-closed', 'This book closed on 2 October.'],
  [409, 'too-many-guests', 'This book has as many guests as it can have.'],
  [429, 'rate-limited', 'Please wait a moment.'],
])('a refusal with %i %s is shown, and the name stays', async (status, code, message) => {
  const { user } = open([status, refusal(code, message)])
  await join(user, 'Ida Bell')
  expect(await screen.findByText(message)).toBeTruthy()
  expect((screen.getByLabelText('Your name') as HTMLInputElement).value).toBe('Ida Bell')
  expect(getStored('guestOf')).toBeNull()
})

test('a name that the server refuses is marked at its field', async () => {
  const problem = 'This name has characters that can’t be printed.'
  const { user } = open([422, refusal('invalid', problem, { name: problem })])
  await join(user, 'Ida Bell')
  await screen.findByText(problem)
  expect(screen.getByLabelText('Your name').getAttribute('aria-invalid')).toBe('true')
})

test('an unknown link says so, and leads home', async () => {
  const message = 'This guest link doesn’t work any more.'
  serve({ [LINK]: () => [422, refusal('invalid', message, { code: message })] })
  renderApp(HERE)
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.getByText(/open your private link instead/)).toBeTruthy()
  expect(leadsTo('Go to the home page')).toBe('/')
  expect(screen.queryByLabelText('Your name')).toBeNull()
})

test('a book that could not be fetched can be tried again', async () => {
  let fails = true
  serve({ [LINK]: () => (fails ? [500, refusal('internal', 'The disk is full.')] : [200, BOOK]) })
  const user = renderApp(HERE)
  const again = await screen.findByRole('button', { name: 'Try again' })
  fails = false
  await user.click(again)
  expect(await screen.findByLabelText('Your name')).toBeTruthy()
})

test('a member is led to the book instead', async () => {
  signInAs('u1')
  setStored({ name: 'Mara' })
  open()
  expect(await screen.findByText(/You’re signed in as Mara\./)).toBeTruthy()
  expect(leadsTo('Open the book')).toBe('/book/contribute/entry/b1')
  expect(screen.queryByLabelText('Your name')).toBeNull()
})

test('a guest of this book continues', async () => {
  signInGuest()
  open()
  expect(await screen.findByText(/already a guest of this book, as Ida Bell/)).toBeTruthy()
  expect(leadsTo('Continue')).toBe('/book/contribute/entry/b1')
})

test('a guest of another book is warned, and can join', async () => {
  signInGuest('b2')
  const { user } = open()
  expect(await screen.findByText(/you’re a guest of another book/)).toBeTruthy()
  await join(user, 'Ida Bell')
  await waitFor(() => expect(getStored('guestOf')).toBe('b1'))
})

import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setStored } from '../../lib/storage'
import { ADVENT, momentAt, setClock } from '../../testing/dates'
import { BOOK, textMemo } from '../../testing/fixtures'
import { add, HERE, pdf, READ, serveBook } from '../../testing/hand-page'
import { address, renderApp, signInAs } from '../../testing/render-app'
import { FakeUpload, refusal } from '../../testing/server'

const DATED = { ...BOOK, schedule: ADVENT }
const TEXT = '/book/contribute/post/text/b1'
const PAGE = '/book/contribute/post/page/b1'
const MINUTE_MS = 60_000

const EARLY =
  'This book opens on 1 December 2026, 08:00. You can write already, and hand it in then.'
const LATE = 'This book closed on 24 December 2026, 18:00. No more answers can be handed in.'
/** The server's message after it was closed by its keeper. */
const CLOSED_EARLY =
  'This book closed on 20 December 2026, 18:00. No more answers can be handed in.'
const CLOSED = refusal('book-closed', CLOSED_EARLY)

type User = ReturnType<typeof renderApp>
type More = Parameters<typeof serveBook>[0]

beforeEach(() => {
  signInAs('u1')
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
})

afterEach(() => vi.useRealTimers())

/** Opens a page of the dated book at a moment. */
function visit(path: string, now: string, more: More = {}) {
  setClock(now)
  const server = serveBook({ '/api/book': () => [200, DATED], ...more })
  return { ...server, user: renderApp(path) }
}

async function openQuestion(user: User) {
  await user.click(await screen.findByRole('button', { name: /^Question 1/ }))
  return within(await screen.findByRole('dialog'))
}

const choose = () => screen.findByRole('heading', { name: 'How would you like to contribute?' })

test('begin of a contribution counts down to the closing', async () => {
  visit('/book/contribute/post/b1', '2026-12-12T12:00')
  await choose()
  expect(screen.getByText('12 days left.')).toBeTruthy()
  expect(screen.getByText(/Open until 24 December 2026, 18:00\./)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Download the blank form' })).toBeNull()
})

test.each([
  ['2026-11-28T12:00', 'Opens on 1 December 2026, 08:00.', EARLY],
  ['2026-12-25T12:00', 'Closed on 24 December 2026, 18:00.', LATE],
])('begin of a contribution at %s says why there is none', async (now, dates, why) => {
  visit('/book/contribute/post/b1', now)
  await choose()
  expect(screen.getByText(dates)).toBeTruthy()
  expect(screen.getByText(why)).toBeTruthy()
  const form = screen.getByRole('link', { name: 'Download the blank form' })
  expect(form.getAttribute('href')).toBe('/assets/forms/b1.pdf')
  expect(screen.getByRole('link', { name: 'Mine' })).toBeTruthy()
})

test.each([HERE, TEXT, PAGE])('%s of a closed book says so above its form', async (path) => {
  visit(path, '2026-12-25T12:00')
  expect(await screen.findByText(LATE)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Contributions' })).toBeTruthy()
})

test('handwriting page of a closed book still has the blank form', async () => {
  visit(HERE, '2026-12-25T12:00')
  const form = await screen.findByRole('link', { name: 'Download' })
  expect(form.getAttribute('href')).toBe('/assets/forms/b1.pdf')
})

test('book by date has no progress of its entries', async () => {
  const byDate = { ...DATED, schedule: { ...ADVENT, readyBy: 'date' } }
  visit(TEXT, '2026-12-12T12:00', { '/api/book': () => [200, byDate] })
  expect(await screen.findByText(/The book is made when it closes\./)).toBeTruthy()
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(screen.queryByText(/needed/)).toBeNull()
})

test('book that closes while an answer is typed keeps the words', async () => {
  const { user } = visit(TEXT, '2026-12-24T17:59:05', {
    '/api/memo/text/publish': () => [409, refusal('book-closed', LATE)],
  })
  const dialog = await openQuestion(user)
  await user.type(dialog.getByLabelText('Your answer'), 'Of rain')
  expect(dialog.queryByText(LATE)).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(MINUTE_MS))
  expect(dialog.getByText(LATE)).toBeTruthy()
  expect(dialog.getByLabelText('Your answer')).toHaveProperty('value', 'Of rain')
  // The server's clock decides.
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect((await dialog.findByRole('alert')).textContent).toContain(LATE)
  expect(dialog.getAllByText(LATE)).toHaveLength(1)
  expect(dialog.getByLabelText('Your answer')).toHaveProperty('value', 'Of rain')
  expect(localStorage.getItem('draft/u1/b1/smell')).toBe('Of rain')
})

test('refusal of a book that was closed meanwhile refreshes its dates', async () => {
  let book = DATED
  const { user } = visit(TEXT, '2026-12-21T12:00', {
    '/api/book': () => [200, book],
    '/api/memo/text/publish': () => {
      book = { ...DATED, schedule: { ...ADVENT, closes: momentAt('2026-12-20T18:00') } }
      return [409, CLOSED]
    },
  })
  const dialog = await openQuestion(user)
  await user.type(dialog.getByLabelText('Your answer'), 'Of rain')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect((await dialog.findByRole('alert')).textContent).toContain(CLOSED_EARLY)
  expect(await screen.findByText('Closed on 20 December 2026, 18:00.')).toBeTruthy()
  expect(dialog.getByLabelText('Your answer')).toHaveProperty('value', 'Of rain')
})

test('book that closes while handwriting is reviewed keeps what was read', async () => {
  const { user } = visit(HERE, '2026-12-24T17:59:05', {
    '/api/memo/handwriting/publish': () => [409, CLOSED],
  })
  const upload = await add(user, pdf())
  act(() => upload.answer(200, READ))
  await screen.findByRole('heading', { name: 'We found 2 answers' })
  expect(screen.getByText('Closes in 1 minute.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^Type it out.*letter/ }))
  await user.type(screen.getByLabelText(/^Transcription/), 'Of bread.')
  await act(() => vi.advanceTimersByTimeAsync(MINUTE_MS))
  expect(screen.getByText(LATE)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Submit 2 answers' }))
  expect((await screen.findByRole('alert')).textContent).toContain(CLOSED_EARLY)
  expect(address()).toBe(HERE)
  expect(screen.getAllByRole('button', { name: /^Question/ })).toHaveLength(2)
  expect(screen.getByLabelText(/^Transcription/)).toHaveProperty('value', 'Of bread.')
})

test('form can be read before the book opens', async () => {
  const { user } = visit(HERE, '2026-11-28T12:00', {
    '/api/memo/handwriting/publish': () => [409, refusal('book-not-open', EARLY)],
  })
  expect(await screen.findByText(EARLY)).toBeTruthy()
  const upload = await add(user, pdf())
  act(() => upload.answer(200, READ))
  await screen.findByRole('heading', { name: 'We found 2 answers' })
  await user.click(screen.getByRole('button', { name: 'Submit 2 answers' }))
  expect((await screen.findByRole('alert')).textContent).toContain(EARLY)
  expect(screen.getAllByText(EARLY)).toHaveLength(1)
  expect(screen.getAllByRole('button', { name: /^Question/ })).toHaveLength(2)
})

test('full page that is refused leaves the earlier one and its words', async () => {
  const before = { ...textMemo('smell', ''), type: 'page', post: null, img: '/media/p.png' }
  const { user } = visit(PAGE, '2026-12-24T12:00', { '/api/memo/list': () => [200, [before]] })
  const dialog = await openQuestion(user)
  await user.type(dialog.getByLabelText(/^Transcription/), 'A map.')
  const zone = dialog.getByLabelText(/Drop Your PDF Here or Click to Browse/)
  const file = new File(['%PDF-1.7'], 'drawing.pdf', { type: 'application/pdf' })
  await user.upload(zone, file)
  await waitFor(() => expect(FakeUpload.last?.form?.get('file')).toBe(file))
  act(() => FakeUpload.last?.answer(409, CLOSED))
  expect(await dialog.findByText(CLOSED_EARLY)).toBeTruthy()
  expect(dialog.getByAltText('Your page on: What about the smell?')).toBeTruthy()
  expect(dialog.getByLabelText(/^Transcription/)).toHaveProperty('value', 'A map.')
})

/** Thanks for an answer to the first question, with the state of the book. */
function finish(now: string, book: object) {
  setStored({ bid: 'b1' })
  visit('/finished/skip', now, {
    '/api/book': () => [200, { ...DATED, ...book }],
    '/api/memo/list': () => [200, [textMemo('smell', 'Of bread.')]],
  })
}

test.each([
  ['entries', /has 3 entries of 20\./, undefined],
  ['date', /has 3 entries\./, /The book is made when it closes\./],
  ['both', /has 3 entries of 20\./, /The book is made when it closes, even with fewer entries\./],
])('thanks for a book by %s say what makes it', async (readyBy, progress, made) => {
  finish('2026-12-12T12:00', { schedule: { ...ADVENT, readyBy } })
  expect(await screen.findByText(progress)).toBeTruthy()
  expect(screen.getByText('12 days left.')).toBeTruthy()
  expect(screen.queryByText('With 17 more it becomes a book.') === null).toBe(readyBy === 'date')
  expect(screen.queryByRole('progressbar') === null).toBe(readyBy === 'date')
  if (made) expect(screen.getByText(made)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Type an answer' })).toBeTruthy()
})

test('thanks after the closing ask for no more', async () => {
  finish('2026-12-24T18:00:10', { schedule: { ...ADVENT, readyBy: 'both' } })
  expect(await screen.findByText('Closed on 24 December 2026, 18:00.')).toBeTruthy()
  expect(screen.getByText(/The book is being made\./)).toBeTruthy()
  expect(screen.queryByText(/it becomes a book/)).toBeNull()
  expect(screen.queryByRole('link', { name: 'Type an answer' })).toBeNull()
})

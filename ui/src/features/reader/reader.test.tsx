import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { components } from '../../api/schema'
import { chooseDisplay } from '../../lib/display'
import { BOOK, textMemo } from '../../testing/fixtures'
import { address, renderApp, signInAs } from '../../testing/render-app'
import { refusal, serve } from '../../testing/server'

type Schemas = components['schemas']

const published = (id: string, qid: string, post: string): Schemas['MemoView'] => ({
  ...textMemo(qid, post),
  id,
  published: true,
})
const MEMOS: Record<string, Schemas['MemoView'][]> = {
  smell: [published('m1', 'smell', 'Of bread.'), published('m2', 'smell', 'Of apples.')],
  chair: [published('m3', 'chair', 'It was blue.')],
}
const CHAPTERS = ['smell', 'chair'].map((key, index) => ({
  key,
  number: index + 1,
  description: `What about the ${key}?`,
  answers: MEMOS[key]?.length ?? 0,
  letters: MEMOS[key]?.map(({ post }) => post?.length ?? 0) ?? [],
  open: true,
}))
const open = (qid?: string): Schemas['OpenBookView'] => ({
  bid: 'b1',
  name: BOOK.name,
  description: BOOK.description,
  edition: 1,
  publishedAt: { _seconds: 1_780_000_000, _nanoseconds: 0 },
  chapters: CHAPTERS,
  memos: qid ? (MEMOS[qid] ?? []) : [],
})

/** A server with one book; love is answered when the test says so. */
function serveBook(handlers: Parameters<typeof serve>[0] = {}) {
  return serve({
    '/api/book/b1/read': (_, query) => [200, open(query.get('qid') ?? undefined)],
    ...handlers,
  })
}

beforeEach(() => signInAs('u1'))
afterEach(() => chooseDisplay('screen'))

const love = (index = 0) => screen.getAllByRole('button', { name: /^Love/ })[index] as HTMLElement

test('a book is read from its contents on, question by question', async () => {
  serveBook()
  const user = renderApp('/book/b1/read')
  const contents = within(await screen.findByRole('list', {}, { timeout: 5000 }))
  const lines = contents.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(lines).toEqual([
    'What about the smell?2 answersPage 1',
    'What about the chair?1 answerPage 2',
  ])
  await user.click(screen.getByRole('link', { name: 'Begin reading' }))
  expect(await screen.findByText('Of apples.', {}, { timeout: 5000 })).toBeTruthy()
  expect(screen.getByText('Page 1 of 2')).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Next' }))
  expect(
    await screen.findByRole('heading', { level: 1, name: 'What about the chair?' }),
  ).toBeTruthy()
  expect(screen.getByText('It was blue.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Next' })).toBeNull()
})

test('contents show the cover, and offer the book as PDF and EPUB', async () => {
  const cover = { full: '/f.png', width: 900, height: 1200, small: '/s.png', large: '/l.png' }
  const edition = { number: 1, formats: ['pdf', 'epub'] }
  serveBook({
    '/api/book': () => [200, { ...BOOK, cover }],
    '/api/book/b1/editions': () => [200, [edition]],
  })
  renderApp('/book/b1/read')
  expect(await screen.findByAltText(`Cover of ${BOOK.name}`, {}, { timeout: 5000 })).toBeTruthy()
  const pdf = screen.getByRole('link', { name: 'Download PDF' })
  expect(pdf.getAttribute('href')).toBe('/api/book/b1/download')
  const epub = await screen.findByRole('link', { name: 'Download EPUB' })
  expect(epub.getAttribute('href')).toBe('/api/book/b1/download?format=epub')
})

test('on paper display every answer is a page, and the last one leads to the next question', async () => {
  chooseDisplay('paper')
  serveBook()
  const user = renderApp('/book/b1/read/smell')
  expect(await screen.findByText('Of bread.', {}, { timeout: 5000 })).toBeTruthy()
  expect(screen.queryByText('Of apples.')).toBeNull()
  expect(screen.getByText('Page 1 of 3')).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Next' }))
  expect(screen.getByText('Of apples.')).toBeTruthy()
  expect(address()).toBe('/book/b1/read/smell?page=2')
  await user.keyboard('{ArrowRight}')
  expect(await screen.findByText('It was blue.')).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Previous' }))
  expect(await screen.findByText('Of apples.')).toBeTruthy()
})

test('a book opens at the memo that was looked for', async () => {
  chooseDisplay('paper')
  serveBook()
  renderApp('/book/b1/read/smell?memo=m2')
  expect(await screen.findByText('Of apples.', {}, { timeout: 5000 })).toBeTruthy()
  expect(screen.getByText('Page 2 of 3')).toBeTruthy()
  expect(screen.queryByText('Of bread.')).toBeNull()
})

test('a memo that the newest edition does not have is shown by itself', async () => {
  const memo = { ...published('m9', 'smell', 'Of rain.'), question: 'What about the smell?' }
  serveBook({ '/get-memo': () => [200, memo], '/api/book': () => [200, BOOK] })
  renderApp('/book/b1/read/smell?memo=m9')
  expect(await screen.findByText('Of rain.', {}, { timeout: 5000 })).toBeTruthy()
  expect(address()).toBe('/memo/m9')
})

test('a love is shown at once, and the server is told by one request at a time', async () => {
  const answers: (() => void)[] = []
  const held = (loves: number) => () =>
    new Promise<[number, unknown]>((resolve) =>
      answers.push(() => resolve([200, { id: 'm1', loves }])),
    )
  const { calls } = serveBook({
    '/api/memo/love/add': held(4),
    '/api/memo/love/remove': held(3),
  })
  const told = () => calls.map(({ path }) => path).filter((path) => path.includes('love'))
  const user = renderApp('/book/b1/read/smell')
  await screen.findByText('Of bread.', {}, { timeout: 5000 })
  await user.click(love())
  expect([love().getAttribute('aria-pressed'), love().getAttribute('aria-label')]).toEqual([
    'true',
    'Love (1), written by Mara Lindqvist',
  ])
  await user.click(love())
  await user.click(love())
  await user.click(love())
  expect(love().getAttribute('aria-pressed')).toBe('false')
  expect(told()).toEqual(['/api/memo/love/add'])

  // Only the last press counts, once the first is answered.
  answers.shift()?.()
  await waitFor(() => expect(told()).toEqual(['/api/memo/love/add', '/api/memo/love/remove']))
  answers.shift()?.()
  await waitFor(() => expect(love().textContent).toContain('Love (3)'))
  expect(love().getAttribute('aria-pressed')).toBe('false')
  expect(told()).toHaveLength(2)
})

test('a love that could not be saved is put back, and said', async () => {
  serveBook({ '/api/memo/love/add': () => [500, refusal('internal', 'Please try again.')] })
  const user = renderApp('/book/b1/read/smell')
  await screen.findByText('Of bread.', {}, { timeout: 5000 })
  await user.click(love(1))
  expect(await screen.findByText('Your love could not be saved. Please try again.')).toBeTruthy()
  expect(love(1).getAttribute('aria-pressed')).toBe('false')
  expect(love(1).textContent).toContain('Love (0)')
})

test('a book without an edition says so', async () => {
  serve({ '/api/book/b1/read': () => [404, refusal('not-found', 'This edition was not found.')] })
  renderApp('/book/b1/read/smell')
  const words = await screen.findByText('There is nothing to read here yet.', {}, { timeout: 5000 })
  expect(words).toBeTruthy()
})

test('a memo tells who wrote it, where it stands, and its code', async () => {
  const { bodiesOf } = serve({
    '/get-memo': () => [200, published('m1', 'smell', 'Of bread.')],
    '/api/book': () => [200, BOOK],
    '/api/memo/love/add': () => [200, { id: 'm1', loves: 8 }],
  })
  const user = renderApp('/memo/m1')
  expect(await screen.findByText('Of bread.', {}, { timeout: 5000 })).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: 'What about the smell?' })).toBeTruthy()
  expect(screen.getByText('Mara Lindqvist').parentElement?.textContent).toContain('(mara)')
  const place = screen.getByRole('link', { name: BOOK.name })
  expect(place.getAttribute('href')).toBe('/book/b1/read/smell')
  expect(screen.getByRole('img', { name: /QR code/ }).getAttribute('src')).toContain('m-smell.svg')
  await user.click(love())
  await waitFor(() => expect(love().textContent).toContain('Love (8)'))
  expect(bodiesOf('/api/memo/love/add')).toEqual([{ id: 'm1' }])
})

test('a memo that is not published leads its author to their entries, and takes no love', async () => {
  serve({
    '/get-memo': () => [200, textMemo('smell', 'Of bread.')],
    '/api/book': () => [200, BOOK],
  })
  renderApp('/memo/m-smell')
  const place = await screen.findByRole('link', { name: BOOK.name }, { timeout: 5000 })
  expect(place.getAttribute('href')).toBe('/book/contribute/entry/b1')
  expect(screen.queryByRole('button', { name: /^Love/ })).toBeNull()
})

test('a memo that is not there and one that is not for the reader look the same', async () => {
  serve({ '/get-memo': () => [404, refusal('not-found', 'This memo was not found.')] })
  renderApp('/memo/m1')
  expect(await screen.findByText('This memo isn’t available.', {}, { timeout: 5000 })).toBeTruthy()
})

test('a visitor signs in first, and comes back', async () => {
  localStorage.clear()
  serve({})
  renderApp('/memo/m1')
  await waitFor(() => expect(address()).toBe('/signin?last=memo/m1'))
})

test('a visitor signs in first, and comes back to the same page of the book', async () => {
  localStorage.clear()
  serve({})
  renderApp('/book/b1/read/smell?page=2')
  await waitFor(() => expect(address()).toBe('/signin?last=book/b1/read/smell%3Fpage%3D2'))
})

import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { components } from '../../api/schema'
import { getStored, setStored } from '../../lib/storage'
import { BOOK, textMemo } from '../../testing/fixtures'
import { address, renderApp, signInAs } from '../../testing/render-app'
import { serve } from '../../testing/server'

type Schemas = components['schemas']

/** Handwriting that is transcribed as `Smell 1`. */
const written = (qid: string, number: number): Schemas['MemoView'] => ({
  ...textMemo(qid, ''),
  id: `${qid}-${number}`,
  type: 'hand',
  post: null,
  img: `/media/${qid}-${number}.png`,
  alt: `${qid} ${number}`,
  published: true,
})

const MEMOS: Record<string, Schemas['MemoView'][]> = {
  smell: [1, 2, 3, 4, 5].map((number) => written('smell', number)),
  chair: [written('chair', 1)],
}

const open = (qid: string): Schemas['OpenBookView'] => ({
  bid: 'b1',
  name: BOOK.name,
  description: BOOK.description,
  edition: 1,
  publishedAt: { _seconds: 1_780_000_000, _nanoseconds: 0 },
  chapters: Object.entries(MEMOS).map(([key, memos], index) => ({
    key,
    number: index + 1,
    description: `What about the ${key}?`,
    answers: memos.length,
    letters: memos.map(() => 0),
    open: true,
  })),
  memos: MEMOS[qid] ?? [],
})

interface Viewport {
  width: number
  height: number
}

function setWidth(width: number) {
  const { happyDOM } = window as unknown as { happyDOM: { setViewport(viewport: Viewport): void } }
  happyDOM.setViewport({ width, height: 900 })
}

beforeEach(() => {
  signInAs('u1')
  serve({ '/api/book/b1/read': (_, query) => [200, open(query.get('qid') ?? '')] })
})
afterEach(() => setWidth(1024))

const shown = () => screen.queryAllByRole('img').map((image) => image.getAttribute('alt'))
const page = (words: string) => screen.findByText(words, {}, { timeout: 5000 })

test('wide windows show two pages side by side', async () => {
  const user = renderApp('/book/b1/read/smell')
  expect(await page('Pages 1–2 of 4')).toBeTruthy()
  expect(shown()).toEqual(['smell 1', 'smell 2', 'smell 3'])
  expect(screen.getByText('Question 1')).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Next' }))
  expect(await page('Page 3 of 4')).toBeTruthy()
  expect(shown()).toEqual(['smell 4', 'smell 5'])
  expect(address()).toBe('/book/b1/read/smell?page=4')
  // The question is repeated whole above pages that do not begin with it.
  expect(screen.getByRole('heading', { level: 1, name: 'What about the smell?' })).toBeTruthy()
})

test('narrow windows show one page, and the same place when they grow', async () => {
  setWidth(390)
  renderApp('/book/b1/read/smell?page=4')
  expect(await page('Page 3 of 4')).toBeTruthy()
  expect(shown()).toEqual(['smell 4', 'smell 5'])
  fireEvent.keyDown(window, { key: 'ArrowLeft' })
  expect(await page('Page 2 of 4')).toBeTruthy()
  expect(shown()).toEqual(['smell 2', 'smell 3'])
})

test('arrow keys turn pages on every display, from chapter to chapter', async () => {
  const user = renderApp('/book/b1/read/smell?page=5')
  expect(await page('Page 3 of 4')).toBeTruthy()
  await user.keyboard('{ArrowRight}')
  expect(await page('Page 4 of 4')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('What about the chair?'))
  await user.keyboard('{ArrowRight}{ArrowLeft}')
  expect(await page('Page 3 of 4')).toBeTruthy()
})

test('turning moves the focus from a memo that is gone', async () => {
  const user = renderApp('/book/b1/read/smell')
  await page('Pages 1–2 of 4')
  screen.getAllByRole('button', { name: /^Love/ })[0]?.focus()
  await user.keyboard('{ArrowRight}')
  await page('Page 3 of 4')
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
})

/** Moves a finger over the page. */
function swipe(from: [number, number], to: [number, number]) {
  const target = screen.getAllByRole('article')[0] as HTMLElement
  const touch = ([clientX, clientY]: [number, number]) => ({ clientX, clientY })
  fireEvent.touchStart(target, { touches: [touch(from)] })
  fireEvent.touchEnd(target, { changedTouches: [touch(to)] })
}

test('a swipe to the side turns the page, and other gestures do not', async () => {
  setWidth(390)
  renderApp('/book/b1/read/smell')
  await page('Page 1 of 4')
  swipe([300, 200], [200, 400])
  swipe([300, 200], [280, 200])
  // The edge belongs to the browser.
  swipe([385, 200], [100, 200])
  expect(screen.getByText('Page 1 of 4')).toBeTruthy()
  swipe([300, 200], [150, 220])
  expect(await page('Page 2 of 4')).toBeTruthy()
  swipe([100, 200], [250, 220])
  expect(await page('Page 1 of 4')).toBeTruthy()
})

test('reading continues on the page that the member left', async () => {
  const user = renderApp('/book/b1/read/smell?page=4')
  await page('Page 3 of 4')
  await user.click(screen.getByRole('link', { name: BOOK.name }))
  const left = await screen.findByRole('link', { name: 'Continue on page 3' }, { timeout: 5000 })
  expect(left.getAttribute('href')).toBe('/book/b1/read/smell?page=4')
  const start = screen.getByRole('link', { name: 'Read from the beginning' })
  expect(start.getAttribute('href')).toBe('/book/b1/read/smell')
})

test.each([
  ['somebody else’s place', '{"u2/b1":{"qid":"smell","answer":3}}'],
  ['a question that is gone', '{"u1/b1":{"qid":"recipe","answer":3}}'],
  ['the first page', '{"u1/b1":{"qid":"smell","answer":0}}'],
  ['a damaged storage', '{"u1/'],
])('a book begins at its beginning: %s', async (_, places) => {
  setStored({ places })
  renderApp('/book/b1/read')
  expect(await screen.findByRole('link', { name: 'Begin reading' }, { timeout: 5000 })).toBeTruthy()
  expect(screen.queryByRole('link', { name: /^Continue/ })).toBeNull()
})

test('places of other members and books stay', async () => {
  setStored({ places: '{"u2/b1":{"qid":"chair","answer":0}}' })
  renderApp('/book/b1/read/smell?page=2')
  await page('Pages 1–2 of 4')
  await waitFor(() =>
    expect(JSON.parse(getStored('places') ?? '')).toEqual({
      'u2/b1': { qid: 'chair', answer: 0 },
      'u1/b1': { qid: 'smell', answer: 0 },
    }),
  )
})

test('transcription is shown on demand', async () => {
  const user = renderApp('/book/b1/read/chair')
  await page('Page 4 of 4')
  await user.click(screen.getByRole('button', { name: 'More about the memo of Mara Lindqvist' }))
  await user.click(screen.getByRole('button', { name: 'Show the transcription' }))
  expect(screen.getByText('chair 1')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'More about the memo of Mara Lindqvist' }))
  await user.click(screen.getByRole('button', { name: 'Hide the transcription' }))
  expect(screen.queryByText('chair 1')).toBeNull()
})

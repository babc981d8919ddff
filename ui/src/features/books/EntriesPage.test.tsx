import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { BOOK, QUESTIONS, textMemo } from '../../testing/fixtures'
import { address, renderApp, signInAs } from '../../testing/render-app'
import { serve } from '../../testing/server'

const HERE = '/book/contribute/entry/b1'

beforeEach(() => signInAs('u1'))

test('an entry is taken back and comes again', async () => {
  const memo = textMemo('smell', 'Of bread.')
  let [present, earlier] = [[memo], [] as (typeof memo)[]]
  serve({
    '/api/book': () => [200, BOOK],
    '/api/questions': () => [200, QUESTIONS],
    '/api/memo/list': () => [200, present],
    '/api/memo/history': () => [200, earlier],
    '/api/memo/removed': () => [200, []],
    '/api/memo/remove': () => {
      ;[present, earlier] = [[], [memo]]
      return [204, null]
    },
    '/api/memo/restore': () => {
      ;[present, earlier] = [[memo], [memo]]
      return [200, memo]
    },
  })
  const user = renderApp(HERE)
  expect(await screen.findByText('Of bread.', {}, { timeout: 5000 })).toBeTruthy()
  expect(screen.getByText('You have answered 1 of 3 questions.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^Change.*smell/ }))
  await user.click(screen.getByRole('button', { name: 'Withdraw' }))
  expect(await screen.findByText('You have not submitted any entries')).toBeTruthy()
  expect(screen.getByText('One earlier entry')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(screen.getByText('Your entries')).toBeTruthy())
})

test('more earlier entries are fetched by a button', async () => {
  const memos = Array.from({ length: 102 }, (_, number) => ({
    ...textMemo('smell', `Of ${number} breads.`),
    id: `m${number}`,
  }))
  serve({
    '/api/book': () => [200, BOOK],
    '/api/questions': () => [200, QUESTIONS],
    '/api/memo/list': () => [200, []],
    '/api/memo/history': ({ after }) => [
      200,
      after === 'm99' ? memos.slice(100) : memos.slice(0, 100),
    ],
    '/api/memo/removed': () => [200, []],
  })
  const user = renderApp(HERE)
  await user.click(await screen.findByText('Earlier entries', {}, { timeout: 5000 }))
  expect(screen.queryByText('Of 100 breads.')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('Of 101 breads.')).toBeTruthy()
  expect(screen.getByText('102 earlier entries')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

const edition = (number: number) => ({
  edition: number,
  pages: 4 + number,
  memos: number,
  publishedAt: { _seconds: 1_780_000_000, _nanoseconds: 0 },
  formats: number > 1 ? ['pdf', 'epub'] : ['pdf'],
})

test('earlier editions and one’s own memos can be downloaded', async () => {
  serve({
    '/api/book': () => [200, { ...BOOK, status: 'published', edition: 3 }],
    '/api/questions': () => [200, QUESTIONS],
    '/api/memo/list': () => [200, [textMemo('smell', 'Of bread.')]],
    '/api/memo/history': () => [200, []],
    '/api/memo/removed': () => [200, []],
    '/api/book/b1/editions': () => [200, [edition(3), edition(2), edition(1)]],
  })
  renderApp(HERE)
  expect(await screen.findByText('2 earlier editions', {}, { timeout: 5000 })).toBeTruthy()
  const leadsTo = (name: string) => screen.getByText(name).closest('a')?.getAttribute('href')
  expect(leadsTo('Edition 1')).toBe('/api/book/b1/download?edition=1')
  expect(leadsTo('Edition 2')).toBe('/api/book/b1/download?edition=2')
  expect(screen.queryByText('Edition 3')).toBeNull()
  expect(
    screen.getAllByRole('link', { name: /^EPUB/ }).map((link) => link.getAttribute('href')),
  ).toEqual(['/api/book/b1/download?format=epub', '/api/book/b1/download?edition=2&format=epub'])
  expect(leadsTo('My memos as PDF')).toBe('/api/book/b1/mine.pdf')
})

test('an admin sees that a book is being made', async () => {
  const since = { _seconds: 1_780_000_000, _nanoseconds: 0 }
  serve({
    '/api/book': () => [200, { ...BOOK, compilingSince: since }],
    '/api/questions': () => [200, QUESTIONS],
    '/api/memo/list': () => [200, []],
    '/api/memo/history': () => [200, []],
    '/api/memo/removed': () => [200, []],
  })
  renderApp(HERE)
  expect(await screen.findByText('Publishing', {}, { timeout: 5000 })).toBeTruthy()
  expect(screen.getByText('Unpublished')).toBeTruthy()
  expect(screen.queryByText('My memos as PDF')).toBeNull()
})

const serveEntries = (memos: unknown[], removed: unknown[] = []) =>
  serve({
    '/api/book': () => [200, BOOK],
    '/api/questions': () => [200, QUESTIONS],
    '/api/memo/list': () => [200, memos],
    '/api/memo/history': () => [200, []],
    '/api/memo/removed': () => [200, removed],
  })

test('what Unpublished means is told when it is pointed at, and by a tap', async () => {
  serveEntries([])
  const user = renderApp(HERE)
  const sign = await screen.findByRole('button', { name: 'Unpublished' }, { timeout: 5000 })
  expect(screen.queryByRole('tooltip')).toBeNull()
  await user.hover(sign)
  expect(screen.getByRole('tooltip').textContent).toMatch(/still collecting entries/)
  await user.unhover(sign)
  expect(screen.queryByRole('tooltip')).toBeNull()
  // A tap in a browser that gives no focus by it, and one elsewhere.
  fireEvent.click(sign)
  expect(screen.getByRole('tooltip')).toBeTruthy()
  fireEvent.pointerDown(document.body)
  expect(screen.queryByRole('tooltip')).toBeNull()
})

test('entries show their number, and hints about refining and loves', async () => {
  serveEntries([textMemo('smell', 'Of bread.')])
  const user = renderApp(HERE)
  expect(await screen.findByText('3 entries', {}, { timeout: 5000 })).toBeTruthy()
  expect(screen.getByText(/refine your entries and submit them again/)).toBeTruthy()
  expect(screen.getByText(/receive loves/)).toBeTruthy()
  const leadsTo = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href')
  await user.click(screen.getByRole('button', { name: /^Change.*smell/ }))
  expect(leadsTo(/^Contribute again/)).toBe('/book/contribute/post/b1')
  expect(leadsTo(/^Re-Submit/)).toBe('/book/contribute/post/type?bid=b1')
})

test('without entries there is a way to submit some', async () => {
  serveEntries([])
  renderApp(HERE)
  expect(
    await screen.findByText('You have not submitted any entries', {}, { timeout: 5000 }),
  ).toBeTruthy()
  const way = screen.getByRole('link', { name: 'Submit Entries' })
  expect(way.getAttribute('href')).toBe('/book/contribute/post/type?bid=b1')
})

test('strangers sign in first, and come back to their entries', async () => {
  localStorage.clear()
  serve({})
  renderApp(HERE)
  await waitFor(() => expect(address()).toBe('/signin?last=book/contribute/entry/b1'))
})

test('hidden entry says so, and why', async () => {
  const hidden = { since: { _seconds: 0, _nanoseconds: 0 }, why: 'It names a neighbour.' }
  serveEntries([{ ...textMemo('smell', 'Of bread.'), hidden }])
  renderApp(HERE)
  expect(await screen.findByText(/have hidden this entry/, {}, { timeout: 5000 })).toBeTruthy()
  expect(screen.getByText('The reason: “It names a neighbour.”')).toBeTruthy()
  expect(screen.getByText('Of bread.')).toBeTruthy()
})

test('removed entries are named with their reasons', async () => {
  const removed = {
    id: 'm9',
    qid: 'smell',
    question: 'What about the smell?',
    removedAt: { _seconds: 0, _nanoseconds: 0 },
    why: 'It is a letter of somebody else.',
  }
  serveEntries([], [removed])
  renderApp(HERE)
  expect(
    await screen.findByText(/have removed one of your entries/, {}, { timeout: 5000 }),
  ).toBeTruthy()
  expect(screen.getByText(/Reason: “It is a letter of somebody else.”/)).toBeTruthy()
})

test('entries stand in the order of the questions, open questions between them', async () => {
  serveEntries([textMemo('letter', 'Of paper.'), textMemo('smell', 'Of bread.')])
  renderApp(HERE)
  await screen.findByText('Of bread.', {}, { timeout: 5000 })
  expect(screen.getAllByRole('heading', { level: 3 }).map((each) => each.textContent)).toEqual([
    'What about the smell?',
    'What about the chair?',
    'What about the letter?',
  ])
  const answer = screen.getByRole('link', { name: /^Answer.*chair/ })
  expect(answer.getAttribute('href')).toBe('/book/contribute/post/type?bid=b1')
})

test('an entry whose question has been removed comes last', async () => {
  serveEntries([textMemo('gone', 'Of dust.'), textMemo('smell', 'Of bread.')])
  renderApp(HERE)
  await screen.findByText('Of dust.', {}, { timeout: 5000 })
  expect(screen.getAllByRole('heading', { level: 3 }).map((each) => each.textContent)).toEqual([
    'What about the smell?',
    'What about the chair?',
    'What about the letter?',
    'What about the gone?',
  ])
})

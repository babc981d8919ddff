import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { BOOK, QUESTIONS, textMemo } from '../../testing/samples'
import { serve } from '../../testing/server'
import { signInAs, visit } from '../../testing/visit'

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
    '/api/memo/remove': () => {
      ;[present, earlier] = [[], [memo]]
      return [204, null]
    },
    '/api/memo/restore': () => {
      ;[present, earlier] = [[memo], [memo]]
      return [200, memo]
    },
  })
  const user = visit(HERE)
  expect(await screen.findByText('Of bread.', {}, { timeout: 5000 })).toBeTruthy()
  expect(screen.getByText('You have answered 1 of 3 questions.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^Take it back/ }))
  expect(await screen.findByText('You have not submitted any entries')).toBeTruthy()
  expect(screen.getByText('One earlier entry')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(screen.getByText('Your entries')).toBeTruthy())
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
    '/api/book/b1/editions': () => [200, [edition(3), edition(2), edition(1)]],
  })
  visit(HERE)
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
  })
  visit(HERE)
  expect(await screen.findByText('Being made', {}, { timeout: 5000 })).toBeTruthy()
  expect(screen.getByText('Unpublished')).toBeTruthy()
  expect(screen.queryByText('My memos as PDF')).toBeNull()
})

import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { components } from '../../api/schema'
import { BOOK, textMemo } from '../../testing/fixtures'
import { renderApp, signInAs } from '../../testing/render-app'
import { serve } from '../../testing/server'

type Schemas = components['schemas']

const published = (id: string, uid: string, post: string): Schemas['MemoView'] => ({
  ...textMemo('smell', post),
  id,
  uid,
  published: true,
})

/** A server with a chapter of these memos, until one is reported. */
function serveChapter(memos: Schemas['MemoView'][]) {
  let all = memos
  const open = (): Schemas['OpenBookView'] => ({
    bid: 'b1',
    name: BOOK.name,
    description: BOOK.description,
    edition: 1,
    publishedAt: { _seconds: 1_780_000_000, _nanoseconds: 0 },
    chapters: [
      {
        key: 'smell',
        number: 1,
        description: 'What about the smell?',
        answers: all.length,
        letters: all.map(({ post }) => post?.length ?? 0),
        open: true,
      },
    ],
    memos: all,
  })
  return serve({
    '/api/book/b1/read': () => [200, open()],
    '/api/report': ({ id }) => {
      all = all.filter((memo) => memo.id !== id)
      return [202, null]
    },
  })
}

beforeEach(() => signInAs('u1'))

test('reported memo leaves the page, and the admins are told why', async () => {
  const { bodiesOf } = serveChapter([
    published('m1', 'u2', 'Of bread.'),
    published('m2', 'u2', 'Of apples.'),
  ])
  const user = renderApp('/book/b1/read/smell')
  expect(await screen.findByText('Of bread.', {}, { timeout: 5000 })).toBeTruthy()
  await user.click(screen.getAllByRole('button', { name: /^More about/ })[0] as HTMLElement)
  await user.click(screen.getByRole('button', { name: 'Report…' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Report this memo' }))
  await user.click(dialog.getByRole('button', { name: 'Report' }))
  expect(dialog.getByText('Enter a reason.')).toBeTruthy()
  await user.type(dialog.getByLabelText('What is wrong with it?'), ' It names me. ')
  await user.click(dialog.getByRole('button', { name: 'Report' }))
  expect(await screen.findByText(/You won’t see it any more/)).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Of bread.')).toBeNull())
  expect(screen.getByText('Of apples.')).toBeTruthy()
  expect(bodiesOf('/api/report')).toEqual([{ kind: 'memo', id: 'm1', reason: 'It names me.' }])
})

test('own memos have no button to report', async () => {
  serveChapter([published('m1', 'u1', 'Of bread.')])
  const user = renderApp('/book/b1/read/smell')
  expect(await screen.findByText('Of bread.', {}, { timeout: 5000 })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^More about/ }))
  expect(screen.getByRole('link', { name: /^Open the memo/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Report…/ })).toBeNull()
})

import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { components } from '../../api/schema'
import { serverConfig } from '../../lib/server-config'
import { BOOK, textMemo } from '../../testing/fixtures'
import { address, renderApp } from '../../testing/render-app'
import { serve } from '../../testing/server'

const open = (qid: string | null): components['schemas']['OpenBookView'] => ({
  bid: 'b1',
  name: BOOK.name,
  description: BOOK.description,
  edition: 1,
  publishedAt: { _seconds: 1_780_000_000, _nanoseconds: 0 },
  chapters: ['smell', 'chair'].map((key, index) => ({
    key,
    number: index + 1,
    description: `What about the ${key}?`,
    answers: 1,
    letters: [9],
    open: index === 0,
  })),
  memos: qid ? [{ ...textMemo(qid, 'Of bread.'), id: 'm1', published: true }] : [],
})

beforeEach(() => {
  serve({ '/api/book/b1/read': (_, query) => [200, open(query.get('qid'))] })
})

const allowVisitors = () =>
  vi.spyOn(serverConfig, 'firstChapterIsPublic', 'get').mockReturnValue(true)

test('a visitor signs in before reading', async () => {
  renderApp('/book/b1/read/smell')
  await waitFor(() => expect(address()).toBe('/signin?last=book/b1/read/smell'))
})

test('a visitor reads a public first chapter, and signs in to read on', async () => {
  allowVisitors()
  const user = renderApp('/book/b1/read')
  const chair = await screen.findByRole(
    'link',
    { name: 'What about the chair?' },
    { timeout: 5000 },
  )
  expect(chair.getAttribute('href')).toBe('/signin?last=book/b1/read/chair')
  await user.click(screen.getByRole('link', { name: 'Begin reading' }))
  expect(await screen.findByText('Of bread.', {}, { timeout: 5000 })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^(Love|More)/ })).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Sign in to read on' }))
  expect(address()).toBe('/signin?last=book/b1/read/chair')
})

test('a visitor signs in for the address of a later chapter', async () => {
  allowVisitors()
  renderApp('/book/b1/read/chair?page=7')
  const signIn = '/signin?last=book/b1/read/chair%3Fpage%3D7'
  await waitFor(() => expect(address()).toBe(signIn), { timeout: 5000 })
})

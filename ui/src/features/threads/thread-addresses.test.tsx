import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { chooseDisplay } from '../../lib/display'
import { address, renderApp } from '../../testing/render-app'
import { serve } from '../../testing/server'
import { pagesOf, TOPIC } from '../../testing/thread-fixtures'

const PAGES = '/api/thread/post/list/page'

const serveThread = (count: number) =>
  serve({
    '/api/topics': (_, query) => (query.get('code') ? [200, TOPIC] : [200, [TOPIC]]),
    [PAGES]: pagesOf(count),
  })

const shown = (count: number) =>
  waitFor(() => expect(screen.queryAllByRole('article')).toHaveLength(count))

afterEach(() => chooseDisplay('screen'))

test('a reload shows all posts that were shown before it', async () => {
  const { calls } = serveThread(130)
  // History state after a reload.
  renderApp('/thread/ink', { shown: 120 })
  await shown(120)
  expect(screen.getByRole('article', { name: 'Page p1' })).toBeTruthy()
  expect(screen.getByRole('article', { name: 'Page p120' })).toBeTruthy()
  expect(calls.filter(({ path }) => path === PAGES)).toHaveLength(3)
  expect(screen.getByRole('button', { name: 'Show more' })).toBeTruthy()
})

test('an old address in the middle of a thread shows the thread', async () => {
  serveThread(7)
  renderApp('/thread/ink?after=p7')
  await shown(3)
  expect(screen.getByRole('article', { name: 'Page p1' })).toBeTruthy()
  expect(screen.queryByText('There are no more posts.')).toBeNull()
})

test('a page of paper display that is gone leads to the last one', async () => {
  chooseDisplay('paper')
  serveThread(4)
  for (const page of ['7', '1e30', '7.5']) {
    renderApp(`/thread/ink?page=${page}`)
    expect(await screen.findByText('Page 2 of 2')).toBeTruthy()
    expect(address()).toBe('/thread/ink?page=2')
    cleanup()
  }
})

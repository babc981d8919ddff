import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LIST, NONE, remove, serveOwnThread, shown } from '../../testing/own-thread'
import { renderApp, signInAs } from '../../testing/render-app'
import { serve } from '../../testing/server'
import { TOPIC, threadPage } from '../../testing/thread-fixtures'

beforeEach(() => signInAs('u1'))

afterEach(() => {
  for (const close of screen.queryAllByRole('button', { name: /Close/ })) fireEvent.click(close)
})

test('when all shown posts are deleted, the rest is loaded', async () => {
  const { holdLists } = serveOwnThread(5)
  const user = renderApp('/thread/ink')
  await shown(1, 2, 3)
  const answer = holdLists()
  await remove(user, 'p1', 'p2', 'p3')
  expect(await screen.findByText('Loading posts…')).toBeTruthy()
  expect(screen.queryByText(NONE)).toBeNull()
  expect(screen.getByRole('button', { name: 'Topic: Ink (2)' })).toBeTruthy()
  await answer()
  await shown(4, 5)
  expect(screen.queryByText('Loading posts…')).toBeNull()
  expect(screen.getByText('2 more posts, 2 shown')).toBeTruthy()
})

test('what is being deleted does not come back with the rest', async () => {
  const { holdDeletions, lists } = serveOwnThread(5)
  const user = renderApp('/thread/ink')
  await shown(1, 2, 3)
  const answer = holdDeletions()
  await remove(user, 'p1', 'p2', 'p3')
  expect(await screen.findByText('Loading posts…')).toBeTruthy()
  expect(lists()).toBe(1)
  await answer()
  await shown(4, 5)
  expect(lists()).toBe(2)
})

test('when the rest could not be loaded, it is tried again by hand', async () => {
  const { breakLists, lists } = serveOwnThread(5)
  const user = renderApp('/thread/ink')
  await shown(1, 2, 3)
  const mend = breakLists()
  await remove(user, 'p1', 'p2', 'p3')
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByRole('alert').textContent).toBe('More posts could not be loaded.')
  expect(screen.queryByText(NONE)).toBeNull()
  expect(lists()).toBe(2)
  mend()
  await user.click(again)
  await shown(4, 5)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a thread whose posts are all deleted has none', async () => {
  serveOwnThread(3)
  const user = renderApp('/thread/ink')
  await shown(1, 2, 3)
  await remove(user, 'p1', 'p2', 'p3')
  expect(await screen.findByText(NONE)).toBeTruthy()
  expect(screen.queryByText('Loading posts…')).toBeNull()
})

test('posts that are restored after the rest was loaded are above it', async () => {
  serveOwnThread(5)
  const user = renderApp('/thread/ink')
  await shown(1, 2, 3)
  await remove(user, 'p1', 'p2', 'p3')
  await shown(4, 5)
  await user.keyboard('{Control>}z{/Control}')
  await shown(3, 4, 5)
  const [undoFirst] = screen.getAllByRole('button', { name: 'Undo' })
  await user.click(undoFirst as HTMLElement)
  await shown(1, 3, 4, 5)
  await user.keyboard('{Control>}z{/Control}')
  await shown(1, 2, 3, 4, 5)
})

test('after the posts loaded last are deleted, scrolling loads more', async () => {
  let reachEnd = () => {}
  class Watcher {
    constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
      reachEnd = () => act(() => tell([{ isIntersecting: true }]))
    }
    observe() {}
    disconnect() {
      reachEnd = () => {}
    }
  }
  vi.stubGlobal('IntersectionObserver', Watcher)
  serveOwnThread(8)
  const user = renderApp('/thread/ink')
  await shown(1, 2, 3)
  await waitFor(() => {
    reachEnd()
    expect(screen.getByText('Page p4')).toBeTruthy()
  })
  await shown(1, 2, 3, 4, 5, 6)
  await remove(user, 'p4', 'p5', 'p6')
  await shown(1, 2, 3)
  // Longer after the last time than the guard waits.
  const later = Date.now() + 2_000
  vi.spyOn(Date, 'now').mockImplementation(() => later)
  await waitFor(() => {
    reachEnd()
    expect(screen.getByText('Page p7')).toBeTruthy()
  })
  await shown(1, 2, 3, 7, 8)
})

test('hidden posts are counted, but not waited for', async () => {
  const { calls } = serve({
    '/api/topics': (_, query) => [200, query.has('code') ? TOPIC : [TOPIC]],
    '/api/usr/posts': () => [200, []],
    [LIST]: () => [200, threadPage()],
  })
  renderApp('/thread/ink')
  expect(await screen.findByText(NONE)).toBeTruthy()
  expect(calls.filter(({ path }) => path === LIST)).toHaveLength(1)
})

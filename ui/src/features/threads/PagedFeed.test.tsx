import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chooseDisplay } from '../../lib/display'
import { LIST, NONE, remove, serveOwnThread, shown } from '../../testing/own-thread'
import { address, renderApp, signInAs } from '../../testing/render-app'
import { serve } from '../../testing/server'
import { post, TOPIC, threadPage } from '../../testing/thread-fixtures'

beforeEach(() => {
  signInAs('u1')
  chooseDisplay('paper')
})

afterEach(() => {
  for (const close of screen.queryAllByRole('button', { name: /Close/ })) fireEvent.click(close)
  chooseDisplay('screen')
})

test('the next posts follow deleted ones', async () => {
  serveOwnThread(8)
  const user = renderApp('/thread/ink')
  await shown(1, 2, 3)
  await remove(user, 'p2')
  await shown(1, 3, 4)
  await remove(user, 'p1', 'p3', 'p4')
  await shown(5, 6, 7)
  expect(screen.getByText('Page 1 of 2')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Topic: Ink (4)' })).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Next' }))
  await shown(8)
})

test('a turned page begins at its top, and so does one turned back', async () => {
  serveOwnThread(8)
  const user = renderApp('/thread/ink')
  await shown(1, 2, 3)
  const scrollTo = vi.spyOn(window, 'scrollTo')
  await user.click(screen.getByRole('link', { name: 'Next' }))
  await shown(4, 5, 6)
  await waitFor(() => expect(scrollTo).toHaveBeenLastCalledWith(0, 0))
  scrollTo.mockClear()
  act(() => window.history.back())
  await shown(1, 2, 3)
  await waitFor(() => expect(scrollTo).toHaveBeenCalledWith(0, 0))
  scrollTo.mockRestore()
})

test('an emptied page says that it is loading', async () => {
  const { holdDeletions, holdLists } = serveOwnThread(8)
  const user = renderApp('/thread/ink')
  await shown(1, 2, 3)
  const removeAll = holdDeletions()
  const answer = holdLists()
  await remove(user, 'p1', 'p2', 'p3')
  expect(await screen.findByText('Loading posts…')).toBeTruthy()
  expect(screen.getByText('Page 1 of 2')).toBeTruthy()
  await removeAll()
  expect(screen.getByText('Loading posts…')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  await answer()
  await shown(4, 5, 6)
  expect(screen.queryByText('Loading posts…')).toBeNull()
})

test('pages turned before have moved up', async () => {
  serveOwnThread(8)
  const user = renderApp('/thread/ink?page=2')
  await shown(4, 5, 6)
  await user.click(screen.getByRole('link', { name: 'Previous' }))
  await shown(1, 2, 3)
  await remove(user, 'p1', 'p2', 'p3')
  await shown(4, 5, 6)
  await user.click(screen.getByRole('link', { name: 'Next' }))
  await shown(7, 8)
})

test('a page that could not be loaded is tried again by hand', async () => {
  const { breakLists } = serveOwnThread(8)
  const user = renderApp('/thread/ink')
  await shown(1, 2, 3)
  const mend = breakLists()
  await remove(user, 'p1', 'p2', 'p3')
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByRole('alert').textContent).toBe('More posts could not be loaded.')
  mend()
  await user.click(again)
  await shown(4, 5, 6)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an emptied last page gives way to the one before', async () => {
  const { holdLists } = serveOwnThread(4)
  const user = renderApp('/thread/ink?page=2')
  await shown(4)
  const answer = holdLists()
  await remove(user, 'p4')
  await waitFor(() => expect(address()).toBe('/thread/ink'))
  expect(await screen.findByText('Loading posts…')).toBeTruthy()
  await answer()
  await shown(1, 2, 3)
})

test('a restored post is at its place, with the page full again', async () => {
  serveOwnThread(8)
  const user = renderApp('/thread/ink')
  await shown(1, 2, 3)
  await remove(user, 'p1', 'p2', 'p3')
  await shown(4, 5, 6)
  await user.keyboard('{Control>}z{/Control}')
  await shown(3, 4, 5)
  expect(screen.getByText('Page 1 of 2')).toBeTruthy()
})

test('pages with hidden posts only give way to those before', async () => {
  serve({
    '/api/topics': (_, query) => [200, query.has('code') ? TOPIC : [TOPIC]],
    '/api/usr/posts': () => [200, []],
    [LIST]: (_, query) => [
      200,
      { ...threadPage(...(query.get('page') === '1' ? [post('p1')] : [])), total: 8 },
    ],
  })
  renderApp('/thread/ink?page=3')
  await shown(1)
  expect(address()).toBe('/thread/ink')
})

test('a deletion that is refused leaves full pages', async () => {
  const server = serveOwnThread(5)
  const user = renderApp('/thread/ink')
  await shown(1, 2, 3)
  const answer = server.holdDeletions()
  await remove(user, 'p1')
  server.refuseDeletions()
  await remove(user, 'p2')
  await answer()
  await shown(2, 3, 4)
  expect(screen.getByText('It could not be deleted. You cannot delete this.')).toBeTruthy()
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

import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { chooseDisplay } from '../../lib/display'
import { address, renderApp } from '../../testing/render-app'
import { refusal, serve } from '../../testing/server'
import { pagesOf, post, TOPIC } from '../../testing/thread-fixtures'

const PAGES = '/api/thread/post/list/page'

/** The window's end, for a window without one. */
class Watcher {
  static all = new Set<Watcher>()
  readonly tell: (entries: { isIntersecting: boolean }[]) => void
  constructor(tell: Watcher['tell']) {
    this.tell = tell
  }
  observe() {
    Watcher.all.add(this)
  }
  disconnect() {
    Watcher.all.delete(this)
  }
  static async reachEnd() {
    await waitFor(() => expect(Watcher.all.size).toBe(1))
    act(() => {
      for (const { tell } of Watcher.all) tell([{ isIntersecting: true }])
    })
  }
}

const serveThread = (count: number, pages = pagesOf(count)) =>
  serve({
    '/api/topics': (_, query) => (query.get('code') ? [200, TOPIC] : [200, [TOPIC]]),
    [PAGES]: pages,
    '/api/posts/p5': () => [200, post('p5')],
    '/api/comments': () => [200, []],
  })

const cards = () => screen.queryAllByRole('article')
const shown = (count: number) => waitFor(() => expect(cards()).toHaveLength(count))

/** Offset of the clock, in milliseconds. */
let later = 0

/** Scrolls to the end, longer after the last time than the guard waits. */
async function scrollOn(count: number) {
  later += 2_000
  await Watcher.reachEnd()
  await shown(count)
}

beforeEach(() => {
  Watcher.all.clear()
  vi.stubGlobal('IntersectionObserver', Watcher)
  const now = Date.now
  later = 0
  vi.spyOn(Date, 'now').mockImplementation(() => now() + later)
})

afterEach(() => chooseDisplay('screen'))

test('scrolling loads sixty posts; then a button loads more', async () => {
  serveThread(66)
  const user = renderApp('/thread/ink')
  await shown(3)
  await scrollOn(6)
  expect(screen.getByText('3 more posts, 6 shown')).toBeTruthy()
  expect(address()).toBe('/thread/ink')
  for (let count = 9; count <= 60; count += 3) await scrollOn(count)
  expect(Watcher.all.size).toBe(0)
  const more = screen.getByRole('button', { name: 'Show more' })
  await user.click(more)
  await shown(63)
  expect(document.activeElement).toBe(more)
  await user.click(more)
  await shown(66)
  expect(screen.getByText('3 more posts, 66 shown')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('two loads are two seconds apart', async () => {
  const { calls } = serveThread(12)
  const loads = () => calls.filter(({ path }) => path === PAGES).length
  renderApp('/thread/ink')
  await shown(3)
  await Watcher.reachEnd()
  await shown(6)
  later += 1_900
  await Watcher.reachEnd()
  expect(loads()).toBe(2)
  await shown(9)
  expect(loads()).toBe(3)
})

test('what could not be loaded is tried again by hand', async () => {
  const pages = pagesOf(6)
  let broken = true
  serveThread(6, (body, query) =>
    broken && query.has('after') ? [500, refusal('internal', 'Broken.')] : pages(body, query),
  )
  const user = renderApp('/thread/ink')
  await shown(3)
  await Watcher.reachEnd()
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByRole('alert').textContent).toBe('More posts could not be loaded.')
  expect(cards()).toHaveLength(3)
  broken = false
  await user.click(again)
  await shown(6)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('how many posts are shown stands in the history, not in the address', async () => {
  serveThread(4)
  renderApp('/thread/ink')
  await shown(3)
  await scrollOn(4)
  expect(screen.getByText('1 more post, 4 shown')).toBeTruthy()
  expect(address()).toBe('/thread/ink')
  expect(window.history.state).toMatchObject({ shown: 4 })
})

test('whoever comes back from a post finds all cards, and is at the one that was opened', async () => {
  serveThread(12)
  const scrollTo = vi.spyOn(window, 'scrollTo')
  const user = renderApp('/thread/ink')
  await shown(3)
  await scrollOn(6)
  await scrollOn(9)
  Object.assign(window, { scrollY: 700 })
  await user.click(screen.getByRole('link', { name: 'Page p5' }))
  expect(address()).toBe('/posts/p5')
  // The thread has stayed behind the post.
  expect(cards()).toHaveLength(9)
  expect(window.history.state).toMatchObject({ thread: 'ink', shown: 9 })
  act(() => navigate('/begin'))
  await screen.findByRole('heading', { level: 1, name: /^Good to see you/ })
  // Back, as the window does it: it tells of it only afterwards.
  const state = { shown: 9, departure: { id: 'post-p5', scroll: 700 } }
  History.prototype.replaceState.call(window.history, state, '', '/thread/ink')
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
  await shown(9)
  await waitFor(() => expect(document.activeElement?.id).toBe('post-p5'))
  expect(scrollTo).toHaveBeenLastCalledWith(0, 700)
})

test('on paper display nothing comes by itself: there are pages', async () => {
  chooseDisplay('paper')
  serveThread(7)
  const user = renderApp('/thread/ink')
  await shown(3)
  expect(Watcher.all.size).toBe(0)
  expect(screen.getByText('Page 1 of 3')).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Next' }))
  expect(await screen.findByText('Page 2 of 3')).toBeTruthy()
  expect(screen.getByRole('article', { name: 'Page p4' })).toBeTruthy()
  expect(address()).toBe('/thread/ink?page=2')
  await user.click(screen.getByRole('link', { name: 'Next' }))
  expect(await screen.findByText('Page 3 of 3')).toBeTruthy()
  expect(cards()).toHaveLength(1)
  await user.click(screen.getByRole('link', { name: 'Previous' }))
  expect(await screen.findByText('Page 2 of 3')).toBeTruthy()
  // The page stays behind a post that is opened from it.
  await user.click(screen.getByRole('link', { name: 'Page p5' }))
  expect(address()).toBe('/posts/p5')
  expect(screen.getByText('Page 2 of 3')).toBeTruthy()
})

test('while posts are on their way their room is kept, and says so', async () => {
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  const pages = pagesOf(3)
  serveThread(3, ((body: unknown, query: URLSearchParams) =>
    held.then(() => pages(body, query))) as unknown as typeof pages)
  renderApp('/thread/ink')
  const room = await screen.findByText('Loading posts…')
  expect(within(room.closest('ul') as HTMLElement).getAllByRole('listitem')).toHaveLength(3)
  answer()
  await shown(3)
})

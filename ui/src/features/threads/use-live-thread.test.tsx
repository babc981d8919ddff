import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chooseDisplay } from '../../lib/display'
import { renderApp } from '../../testing/render-app'
import { serve } from '../../testing/server'
import { post, TOPIC } from '../../testing/thread-fixtures'

/** Event source controlled by the test. */
class FakeSource {
  static readonly CLOSED = 2
  static all: FakeSource[] = []
  readyState = 1
  closed = false
  onopen = () => {}
  onmessage = (_: { data: string }) => {}
  onerror = () => {}

  constructor(readonly url: string) {
    FakeSource.all.push(this)
  }
  close() {
    this.closed = true
  }
}

let posts = [post('p1')]
let calls: () => string[]

beforeEach(() => {
  FakeSource.all = []
  posts = [post('p1')]
  vi.stubGlobal('EventSource', FakeSource)
  const served = serve({
    '/api/posts/p1': () => [200, post('p1', { likes: 9 })],
    '/api/topics': (_, query) => [200, query.get('code') ? TOPIC : [TOPIC]],
    '/api/thread/post/list/page': () => [
      200,
      { results: posts, thread: { code: 'ink', topic: TOPIC }, total: posts.length },
    ],
  })
  calls = () => served.calls.map(({ path }) => path)
})

afterEach(() => {
  vi.useRealTimers()
  chooseDisplay('screen')
})

const tell = (source: FakeSource, pids: string[]) =>
  act(async () => source.onmessage({ data: JSON.stringify({ pids }) }))

/** Opens the thread; answers what it watches, which it does only after it has shown the first post. */
async function watchThread(): Promise<FakeSource> {
  renderApp('/thread/ink')
  await screen.findByRole('article', { name: 'Page p1' })
  return waitFor(() => {
    const [source] = FakeSource.all
    if (!source) throw new Error('The thread is not watched.')
    return source
  })
}

test('what others post is there without a reload', async () => {
  const source = await watchThread()
  expect(FakeSource.all.map(({ url }) => url)).toEqual(['/api/thread/live?code=ink'])
  posts = [post('p2'), post('p1', { likes: 7 })]
  await tell(source, ['p2'])
  expect(await screen.findByRole('article', { name: 'Page p2' })).toBeTruthy()
  expect(await screen.findByRole('button', { name: /^Like \(7\) “Page p1”/ })).toBeTruthy()
})

test('a like of somebody else changes one card, and nothing else is asked for', async () => {
  const source = await watchThread()
  const before = calls().length
  await tell(source, ['p1'])
  expect(await screen.findByRole('button', { name: /^Like \(9\) “Page p1”/ })).toBeTruthy()
  expect(calls().slice(before)).toEqual(['/api/posts/p1'])
})

test('a page that nobody looks at watches nothing', async () => {
  await watchThread()
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(FakeSource.all.map(({ closed }) => closed)).toEqual([true])
  posts = [post('p2'), post('p1')]
  hidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  await act(async () => FakeSource.all[1]?.onopen())
  expect(await screen.findByRole('article', { name: 'Page p2' })).toBeTruthy()
})

test('what was missed while the server was away is fetched when it is back', async () => {
  const source = await watchThread()
  await act(async () => source.onerror())
  posts = [post('p2'), post('p1')]
  await act(async () => source.onopen())
  expect(await screen.findByRole('article', { name: 'Page p2' })).toBeTruthy()
})

test('a browser that gave up is made to ask again', async () => {
  const source = await watchThread()
  vi.useFakeTimers()
  source.readyState = FakeSource.CLOSED
  await act(async () => source.onerror())
  await act(async () => vi.advanceTimersByTime(15_000))
  expect(FakeSource.all.length).toBe(2)
})

test('paper display stands still', async () => {
  chooseDisplay('paper')
  renderApp('/thread/ink')
  await screen.findByRole('article', { name: 'Page p1' })
  expect(FakeSource.all).toEqual([])
})

test('who has left is told nothing any more', async () => {
  const user = renderApp('/thread/ink')
  await screen.findByRole('article', { name: 'Page p1' })
  await user.click(screen.getByRole('link', { name: 'All topics' }))
  await waitFor(() => expect(FakeSource.all[0]?.closed).toBe(true))
})

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { address, renderApp, signInAs } from '../../testing/render-app'
import { refusal, serve } from '../../testing/server'
import { comment, pagesOf, post, TOPIC, threadPage } from '../../testing/thread-fixtures'

beforeEach(() => signInAs('u1'))
afterEach(() => {
  for (const close of screen.queryAllByRole('button', { name: 'Close message' })) {
    fireEvent.click(close)
  }
})

/** A thread of three, the second one's own. */
async function open() {
  const { calls } = serve({
    '/api/topics': (_, query) => [200, query.has('code') ? TOPIC : [TOPIC]],
    '/api/usr/posts': () => [200, []],
    '/api/thread/post/list/page': () => [
      200,
      { ...threadPage(post('p1'), post('p2', { uid: 'u1' }), post('p3')), total: 3 },
    ],
    '/api/comments': () => [200, [comment('c1', { uid: 'u1' })]],
    '/api/comments/remove/c1': () => [204],
    '/api/posts/remove/p2': () => [204],
    '/api/posts/restore/p2': () => [204],
    '/api/posts/p1': () => [200, post('p1')],
  })
  const user = renderApp(`/thread/${TOPIC.code}`)
  await screen.findByRole('link', { name: 'Page p1' })
  return { user, calls }
}

const card = (id: string) => document.getElementById(`post-${id}`) as HTMLElement
const preview = () => screen.findByRole('dialog')
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const isShown = (id: string) =>
  waitFor(() => {
    expect(screen.getByRole('dialog', { name: `Page ${id}` })).toBeTruthy()
    expect(address()).toBe(`/posts/${id}`)
    expect(document.title).toBe(`Page ${id} · Inkfold`)
  })
const isBackAt = async (id: string) => {
  await isClosed()
  await waitFor(() => expect(address()).toBe('/thread/ink'))
  await waitFor(() => expect(document.activeElement).toBe(card(id)))
  await waitFor(() => expect(document.title).toBe('Ink · Inkfold'))
}

test('a card opens above its thread, which stays as it was', async () => {
  const { user } = await open()
  const scrolled = vi.spyOn(window, 'scrollTo')
  const before = card('p1')
  await user.click(before)
  await isShown('p1')
  expect(within(await preview()).getByText('Post 1 of 3')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await isBackAt('p1')
  expect(card('p1')).toBe(before)
  expect(scrolled).not.toHaveBeenCalledWith(0, 0)
  // Going on from here is no way back: the next page begins at its top.
  await user.click(screen.getByRole('link', { name: 'About' }))
  await screen.findByRole('heading', { level: 1, name: /about/i })
  await waitFor(() => expect(scrolled).toHaveBeenCalledWith(0, 0))
})

test('Escape closes it, and so does the browser\u2019s Back', async () => {
  const { user } = await open()
  await user.click(card('p3'))
  await isShown('p3')
  fireEvent(await preview(), new Event('cancel', { cancelable: true }))
  await isBackAt('p3')
  await user.click(card('p2'))
  await isShown('p2')
  window.history.back()
  await isBackAt('p2')
})

test('the arrow keys and buttons go through the thread, and one step back leaves it', async () => {
  const { user } = await open()
  await user.click(card('p1'))
  await isShown('p1')
  const entries = window.history.length
  fireEvent.keyDown(await preview(), { key: 'ArrowLeft' })
  fireEvent.keyDown(await preview(), { key: 'ArrowRight' })
  await isShown('p2')
  const next = screen.getByRole('button', { name: 'Next' })
  await user.click(next)
  await isShown('p3')
  expect(document.activeElement).toBe(next)
  fireEvent.keyDown(await preview(), { key: 'ArrowRight' })
  await isShown('p3')
  expect(window.history.length).toBe(entries)
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await isBackAt('p3')
})

test('keys are still heard when what had the focus has gone with its post', async () => {
  const { user } = await open()
  await user.click(card('p1'))
  const bin = await screen.findByRole('button', { name: /^Delete the comment/ })
  bin.focus()
  fireEvent.keyDown(bin, { key: 'ArrowRight' })
  await isShown('p2')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog')))
})

test('arrow keys in the comment box move in the text', async () => {
  const { user } = await open()
  await user.click(card('p1'))
  await user.type(await screen.findByLabelText('Your comment'), 'Oh{ArrowRight}')
  await isShown('p1')
})

test('one that is deleted closes it; Undo brings it back among the others', async () => {
  const { user } = await open()
  await user.click(card('p2'))
  await isShown('p2')
  const dialog = await preview()
  await user.click(within(dialog).getByRole('button', { name: 'Delete “Page p2”' }))
  await isClosed()
  await waitFor(() => expect(document.activeElement).toBe(card('p3')))
  expect(card('p2')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(document.activeElement).toBe(card('p2')))
  const names = screen.getAllByRole('link', { name: /^Page p\d$/ })
  expect(names.map(({ textContent }) => textContent)).toEqual(['Page p1', 'Page p2', 'Page p3'])
})

test('what is said about a comment is said within it', async () => {
  const { user } = await open()
  await user.click(card('p1'))
  await user.click(await screen.findByRole('button', { name: /^Delete the comment/ }))
  expect(await within(await preview()).findByText('Deleted.')).toBeTruthy()
  expect(screen.getAllByText('Deleted.')).toHaveLength(1)
})

test('a pasted address is a page of its own', async () => {
  await open()
  window.history.pushState(null, '', '/posts/p1')
  expect(await screen.findByRole('heading', { level: 1, name: 'Page p1' })).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

/** A thread of seven, of which three are fetched; the fourth fails so often. */
async function openLong(failures = 0) {
  const pages = pagesOf(7)
  let left = failures
  const { calls } = serve({
    '/api/topics': (_, query) => [200, query.has('code') ? TOPIC : [TOPIC]],
    '/api/usr/posts': () => [200, []],
    '/api/thread/post/list/page': (body, query) => {
      const fails = query.get('after') === 'p3' && left > 0
      if (fails) left -= 1
      return fails ? [500, refusal('internal', 'The disk is full.')] : pages(body, query)
    },
    '/api/comments': () => [200, []],
  })
  const user = renderApp(`/thread/${TOPIC.code}`)
  await user.click(await screen.findByRole('link', { name: 'Page p3' }))
  await isShown('p3')
  const fetched = () => calls.filter(({ path }) => path === '/api/thread/post/list/page').length
  const right = async () => fireEvent.keyDown(await preview(), { key: 'ArrowRight' })
  return { user, right, fetched }
}

test('beyond the last post that was fetched the thread goes on, and its end is said quietly', async () => {
  const { user, right, fetched } = await openLong()
  expect(screen.getByText('Post 3 of 7')).toBeTruthy()
  expect(fetched()).toBe(1)
  await right()
  await isShown('p4')
  expect(fetched()).toBe(2)
  for (const id of ['p5', 'p6', 'p7']) {
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await isShown(id)
  }
  expect(fetched()).toBe(3)
  await right()
  expect(await screen.findByText('This is the last post of the thread.')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.keyDown(await preview(), { key: 'ArrowLeft' })
  await isShown('p6')
  expect(screen.queryByText('This is the last post of the thread.')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await isBackAt('p6')
})

test('posts that cannot be fetched are told of, and asked for again', async () => {
  const { right } = await openLong(1)
  await right()
  expect(await screen.findByText('The disk is full.')).toBeTruthy()
  await isShown('p3')
  await right()
  await isShown('p4')
})

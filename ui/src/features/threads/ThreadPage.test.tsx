import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { address, renderApp, signInAs } from '../../testing/render-app'
import { refusal, serve } from '../../testing/server'
import { pagesOf, post, TOPIC } from '../../testing/thread-fixtures'

const MAPS = { ...TOPIC, id: 't2', name: 'Maps', code: 'maps', postCount: 1 }
const PAGES = '/api/thread/post/list/page'

/** The list of topics, or one by its code. */
const topics = (_: unknown, query: URLSearchParams): [number, unknown] =>
  query.get('code') ? [200, TOPIC] : [200, [TOPIC, MAPS]]

const serveThread = (posts: unknown[], handlers: Parameters<typeof serve>[0] = {}) =>
  serve({
    '/api/topics': topics,
    [PAGES]: () => [
      200,
      { results: posts, thread: { code: 'ink', topic: TOPIC }, total: posts.length },
    ],
    ...handlers,
  })

const card = async (name: string) => within(await screen.findByRole('article', { name }))

test('a post has its picture, its writer, its age, its likes and its comments', async () => {
  serveThread([post('p1', { alt: 'A river', comments: 4 }), post('p2', { caption: '' })])
  renderApp('/thread/ink')
  expect(await screen.findByRole('heading', { level: 1, name: 'Ink' })).toBeTruthy()
  const shown = await card('Page p1')
  const picture = shown.getByRole('img', { name: 'A river' })
  expect(picture.getAttribute('srcset')).toBe(
    '/media/post/p1-480.png 480w, /media/post/p1-960.png 960w',
  )
  const webp = picture.closest('picture')?.querySelector('source')
  expect(webp?.getAttribute('srcset')).toContain('/media/post/p1-960.webp 960w')
  expect(picture.getAttribute('width')).toBe('1200')
  expect(shown.getByText(/Ana Ruiz/)).toBeTruthy()
  expect(shown.getByRole('button', { name: /Like/ })).toBeTruthy()
  const link = shown.getByRole('link', { name: 'Page p1' })
  expect(link.getAttribute('href')).toBe('/posts/p1')
  const comments = shown.getByRole('link', { name: '4 comments on “Page p1”' })
  expect(comments.getAttribute('href')).toBe('/posts/p1')
  // A post without caption is named after its author.
  const plain = await card('A page by Ana Ruiz')
  expect(plain.getByRole('img', { name: 'A page by Ana Ruiz' })).toBeTruthy()
})

test('a post is shared from its card', async () => {
  const writeText = vi.fn(() => Promise.resolve())
  serveThread([post('p1'), post('p2')])
  const user = renderApp('/thread/ink')
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
  const share = (await card('Page p2')).getByRole('button', { name: 'Share “Page p2”' })
  await user.click(share)
  expect(await screen.findByText('Post share link copied.')).toBeTruthy()
  expect(writeText).toHaveBeenCalledWith(`${window.location.origin}/posts/p2`)
  Reflect.deleteProperty(navigator, 'clipboard')
})

test('a picture that does not come leaves its words', async () => {
  serveThread([post('p1', { alt: 'A river' })])
  renderApp('/thread/ink')
  const shown = await card('Page p1')
  shown.getByRole('img').dispatchEvent(new Event('error'))
  expect(await shown.findByText('This picture could not be loaded.')).toBeTruthy()
  expect(shown.getByText('A river')).toBeTruthy()
})

test('one goes back to the topics, and on to another one', async () => {
  serveThread([post('p1')])
  const user = renderApp('/thread/ink')
  const back = await screen.findByRole('link', { name: 'All topics' })
  expect(back.getAttribute('href')).toBe('/thread')
  await user.click(screen.getByRole('button', { name: 'Topic: Ink (4)' }))
  const other = await screen.findByRole('link', { name: 'Maps (1)' })
  expect(screen.getByRole('link', { name: 'Ink (4)' }).getAttribute('aria-current')).toBe('page')
  await user.click(other)
  await waitFor(() => expect(address()).toBe('/thread/maps'))
})

test('a thread without posts asks for the first, a visitor signs in for it', async () => {
  serveThread([])
  const user = renderApp('/thread/ink')
  expect(await screen.findByText('No posts available for this topic.')).toBeTruthy()
  expect(
    screen.getByText(
      'No posts are available in this category. Start the conversation by clicking the button below.',
    ),
  ).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Upload the first page' }))
  await waitFor(() => expect(address()).toBe('/signin?last=thread/ink'))
})

test('of a topic that is not there it is said that nothing is', async () => {
  const missing = () => [404, refusal('not-found', 'Topic not found.')] as [number, unknown]
  serve({ '/api/topics': missing, [PAGES]: missing })
  renderApp('/thread/nothing')
  expect(await screen.findByText('There is nothing at this address.')).toBeTruthy()
})

test('own pending posts to this thread are counted', async () => {
  signInAs('u1')
  const mine = (id: string, topicId = 't1') => post(id, { uid: 'u1', isActive: false, topicId })
  const pending = [mine('p8'), mine('p9'), mine('p7', 't2')]
  serveThread([post('p1')], { '/api/usr/posts': () => [200, pending] })
  renderApp('/thread/ink')
  expect(await screen.findByText(/You have 2 pending posts to this thread\./)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'publish them' }).getAttribute('href')).toBe(
    '/activate/posts',
  )
})

test('one pending post is one, and none is no banner', async () => {
  signInAs('u1')
  const one = [post('p8', { uid: 'u1', isActive: false })]
  serveThread([post('p1')], { '/api/usr/posts': () => [200, one] })
  renderApp('/thread/ink')
  expect(await screen.findByText(/You have 1 pending post to this thread\./)).toBeTruthy()
})

test('no banner where nothing is pending', async () => {
  signInAs('u1')
  const { calls } = serveThread([post('p1')], {
    '/api/usr/posts': () => [200, { msg: 'Nothing is pending.' }],
  })
  renderApp('/thread/ink')
  await card('Page p1')
  await waitFor(() => expect(calls.some(({ path }) => path === '/api/usr/posts')).toBe(true))
  expect(screen.queryByText(/pending/)).toBeNull()
})

test('a key that ends a pair does not like', async () => {
  serve({
    '/api/topics': topics,
    [PAGES]: pagesOf(3),
    '/api/book/list': () => [200, []],
  })
  const user = renderApp('/thread/ink')
  const like = (await card('Page p1')).getByRole('button', { name: /Like/ })
  await user.keyboard('jgl')
  await waitFor(() => expect(address()).toBe('/library'))
  // Visitors who like a post are led to sign-in.
  expect(like.getAttribute('aria-pressed')).toBe('false')
})

test('keys go from card to card, like and comment', async () => {
  signInAs('u1')
  serve({
    '/api/topics': topics,
    [PAGES]: pagesOf(3),
    '/api/posts/p1': () => [200, post('p1')],
    '/api/comments': () => [200, []],
    '/api/usr/posts': () => [200, []],
    '/api/like/add': () => [200, { likes: 3, liked: true }],
  })
  const user = renderApp('/thread/ink')
  await card('Page p1')
  const focused = () => document.activeElement?.textContent
  await user.keyboard('jj')
  expect(focused()).toBe('Page p2')
  await user.keyboard('k')
  expect(focused()).toBe('Page p1')
  const like = (await card('Page p1')).getByRole('button', { name: /Like/ })
  expect(like.getAttribute('aria-pressed')).toBe('false')
  await user.keyboard('l')
  expect(like.getAttribute('aria-pressed')).toBe('true')
  await user.keyboard('c')
  await waitFor(() => expect(address()).toBe('/posts/p1'))
  expect(window.history.state).toMatchObject({ thread: 'ink', shown: 3 })
})

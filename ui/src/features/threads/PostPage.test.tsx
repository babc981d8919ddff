import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { address, renderApp, signInAs } from '../../testing/render-app'
import { refusal, serve } from '../../testing/server'
import { post } from '../../testing/thread-fixtures'

beforeEach(() => signInAs('u1'))

type Handlers = Parameters<typeof serve>[0]

const servePost = (one: ReturnType<typeof post>, more: Handlers = {}) =>
  serve({ '/api/posts/p1': () => [200, one], '/api/comments': () => [200, []], ...more })

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

test('a post tells what it is, whose, and where it belongs', async () => {
  servePost(post('p1', { alt: 'Dear Jo, it rains.' }))
  renderApp('/posts/p1')
  await heading('Page p1')
  await waitFor(() => expect(document.title).toBe('Page p1 · Inkfold'))
  const topic = screen.getByRole('link', { name: 'Ink' })
  expect(topic.getAttribute('href')).toBe('/thread/ink')
  expect(topic.parentElement?.textContent).toBe('Ink 4 posts')
  expect(screen.getByText('Ana Ruiz')).toBeTruthy()
  const picture = screen.getByAltText('Dear Jo, it rains.')
  expect(picture.getAttribute('src')).toBe('/media/post/p1.png')
  expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['1200', '1600'])
  expect(picture.closest('picture')?.querySelector('source')?.getAttribute('srcset')).toBe(
    '/media/post/p1-960.webp',
  )
  expect(screen.queryByRole('button', { name: /^Delete|^Describe/ })).toBeNull()
})

test('one without a caption is named after its writer', async () => {
  servePost(post('p1', { caption: '' }))
  renderApp('/posts/p1')
  await heading('A page by Ana Ruiz')
  await waitFor(() => expect(document.title).toBe('A page by Ana Ruiz · Inkfold'))
  expect(screen.getByAltText('A page by Ana Ruiz')).toBeTruthy()
})

test('one that is gone says so', async () => {
  serve({ '/api/posts/p1': () => [404, refusal('not-found', 'This post was not found.')] })
  renderApp('/posts/p1')
  expect(await screen.findByText('Item no longer available.')).toBeTruthy()
})

test('one that cannot be fetched says so, and can be tried again', async () => {
  let fails = true
  serve({
    '/api/posts/p1': () => (fails ? [500, refusal('internal', 'Oh.')] : [200, post('p1')]),
    '/api/comments': () => [200, []],
  })
  const user = renderApp('/posts/p1')
  expect(await screen.findByText('Error fetching post')).toBeTruthy()
  fails = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await heading('Page p1')
})

test('one that is pending leads its owner to where it is published', async () => {
  servePost(post('p1', { uid: 'u1', isActive: false }))
  renderApp('/posts/p1')
  await heading('Page p1')
  expect(screen.getByText(/This page is pending/)).toBeTruthy()
  const link = screen.getByRole('link', { name: /pending posts/ })
  expect(link.getAttribute('href')).toBe('/activate/posts')
  expect(screen.queryByRole('button', { name: /^Like|^Share/ })).toBeNull()
})

test('its owner describes it, and what is refused stays to be set right', async () => {
  let fails = true
  const { bodiesOf } = servePost(post('p1', { uid: 'u1' }), {
    '/api/posts/describe': ({ caption, alt }) =>
      fails
        ? [422, refusal('invalid', 'Please check.', { caption: 'That is too loud.' })]
        : [200, post('p1', { uid: 'u1', caption: String(caption), alt: String(alt) })],
  })
  const user = renderApp('/posts/p1')
  await user.click(await screen.findByRole('button', { name: 'Describe' }))
  const caption = screen.getByLabelText('Caption (optional)')
  await user.clear(caption)
  await user.type(caption, 'RAIN')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('That is too loud.')).toBeTruthy()
  fails = false
  // Closing keeps the draft.
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Describe' }))
  const again = screen.getByLabelText('Caption (optional)')
  expect(again).toHaveProperty('value', 'RAIN')
  await user.clear(again)
  await user.type(again, 'Rain')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await heading('Rain')
  await waitFor(() => expect(document.title).toBe('Rain · Inkfold'))
  expect(bodiesOf('/api/posts/describe')[1]).toEqual({ id: 'p1', caption: 'Rain', alt: '' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(localStorage.getItem('draft/u1/words/p1/caption')).toBeNull()
})

test('one that is deleted here leads to its thread, where Undo brings it back', async () => {
  let there = true
  const mine = post('p1', { uid: 'u1' })
  servePost(mine, {
    '/api/posts/remove/p1': () => {
      there = false
      return [204]
    },
    '/api/posts/restore/p1': () => {
      there = true
      return [204]
    },
    '/api/topics': (_, query) => [200, query.has('code') ? mine.topic : [mine.topic]],
    '/api/usr/posts': () => [200, []],
    '/api/thread/post/list/page': () => [
      200,
      {
        results: there ? [mine] : [],
        thread: { code: 'ink', topic: mine.topic },
        total: there ? 1 : 0,
      },
    ],
  })
  const user = renderApp('/posts/p1')
  await user.click(await screen.findByRole('button', { name: 'Delete “Page p1”' }))
  await heading('Ink')
  expect(address()).toBe('/thread/ink')
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Page p1' })).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('link', { name: 'Page p1' })).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Deleted.')).toBeNull())
})

test('keys like it and lead to the comment box', async () => {
  const liked = { pid: 'p1', likes: 13, liked: true }
  servePost(post('p1'), { '/api/like/add': () => [200, liked] })
  const user = renderApp('/posts/p1')
  const field = await screen.findByLabelText('Your comment')
  await user.keyboard('l')
  expect(
    await screen.findByRole('button', { name: 'Like (13) “Page p1”', pressed: true }),
  ).toBeTruthy()
  await user.keyboard('cl')
  expect(document.activeElement).toBe(field)
  expect(field).toHaveProperty('value', 'l')
})

test('a visitor reads, and signs in to comment', async () => {
  localStorage.clear()
  servePost(post('p1'))
  renderApp('/posts/p1')
  await heading('Page p1')
  const link = await screen.findByRole('link', { name: 'Sign in to comment' })
  expect(link.getAttribute('href')).toBe('/signin?last=posts/p1')
  expect(screen.queryByRole('textbox')).toBeNull()
})

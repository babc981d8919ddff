import { cleanup, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { serverConfig } from '../../lib/server-config'
import { BOOK } from '../../testing/fixtures'
import { address, renderApp, signInAs } from '../../testing/render-app'
import { serve } from '../../testing/server'

/** The drawing of the present visit. */
const picture = () => document.querySelector('svg[width="480"]')?.outerHTML

test('one of two pictures, and both over many visits', () => {
  const seen = new Set<string | undefined>()
  for (let visits = 0; visits < 40; visits++) {
    renderApp(visits % 2 ? '/' : '/home')
    seen.add(picture())
    cleanup()
  }
  expect(seen.size).toBe(2)
  expect(seen.has(undefined)).toBe(false)
})

test('a picture stays while its visit lasts', async () => {
  serve({ '/api/book/list': () => [200, []] })
  renderApp('/')
  const first = picture()
  await screen.findByRole('heading', { name: 'From a page to a book' })
  expect(picture()).toBe(first)
})

test('a visitor gets started or learns more', async () => {
  const user = renderApp('/')
  const started = screen.getByRole('link', { name: 'Get started' })
  expect(started.getAttribute('href')).toBe('/signup')
  await user.click(screen.getByRole('link', { name: 'Learn more' }))
  expect(address()).toBe('/features')
  const there = await screen.findByRole('link', { name: 'Get Started' })
  expect(there.getAttribute('href')).toBe('/signup')
})

test('a member is shown to the library: signing up would sign them out', async () => {
  signInAs('u1')
  serve({ '/api/book/list': () => [200, []] })
  const user = renderApp('/')
  expect(screen.queryByRole('link', { name: 'Get started' })).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Open the library' }))
  expect(address()).toBe('/library')
})

test('a closed community offers no sign-up to visitors', async () => {
  vi.spyOn(serverConfig, 'registration', 'get').mockReturnValue('closed')
  serve({ '/api/book/list': () => [200, [{ ...BOOK, newAnswers: 4, publishAt: 5 }]] })
  const user = renderApp('/')
  expect(await screen.findByRole('link', { name: 'Write in it' })).toHaveProperty(
    'search',
    '?last=book/contribute/post/hand/b1',
  )
  await user.click(screen.getByRole('button', { name: 'Menu' }))
  expect(screen.queryByText('Sign up')).toBeNull()
  expect(document.querySelector('a[href^="/signup"]')).toBeNull()
  expect(screen.getByRole('link', { name: 'Open the library' })).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Learn more' }))
  await screen.findByRole('heading', { name: 'How it works' })
  expect(document.querySelector('a[href^="/signup"]')).toBeNull()
  expect(screen.getByRole('link', { name: 'Open the library' })).toBeTruthy()
})

test('a community greets by its own name', () => {
  renderApp('/')
  expect(screen.queryByText(/Welcome to/)).toBeNull()
  cleanup()
  vi.spyOn(serverConfig, 'name', 'get').mockReturnValue('The Tuesday Table')
  renderApp('/')
  expect(screen.getByText('Welcome to The Tuesday Table')).toBeTruthy()
})

test('the newest book is shown with its cover, and can be opened', async () => {
  const cover = {
    full: '/media/f.png',
    large: '/media/l.png',
    small: '/media/s.png',
    width: 3,
    height: 4,
  }
  const book = { ...BOOK, status: 'published', edition: 1, isNewest: true, cover }
  serve({ '/api/book/list': () => [200, [{ ...BOOK, id: 'b2', name: 'Rivers' }, book]] })
  renderApp('/')
  expect(await screen.findByRole('heading', { name: 'The kitchen table' })).toBeTruthy()
  expect(screen.getByRole('img', { name: 'Cover of The kitchen table' })).toBeTruthy()
  const way = screen.getByRole('link', { name: 'Open the book' })
  expect(way.getAttribute('href')).toBe('/api/book/b1/download')
  expect(screen.getByRole('heading', { name: 'Rivers' })).toBeTruthy()
  expect(screen.queryByText('A sample answer')).toBeNull()
})

test.each([
  ['no book', []],
  ['no edition', [BOOK]],
])('with %s, a sample shows handwriting', async (_, books) => {
  serve({ '/api/book/list': () => [200, books] })
  renderApp('/')
  await screen.findByRole('heading', { name: 'From a page to a book' })
  expect(screen.queryByText('New on the shelf')).toBeNull()
  expect(screen.getByText('A sample answer')).toBeTruthy()
  expect(screen.getByRole('img', { name: /^Dill, wet wool/ })).toBeTruthy()
})

test('the book that lacks least is offered, by way of sign-up for visitors', async () => {
  const books = [
    { ...BOOK, id: 'b2', name: 'Rivers', newAnswers: 90, publishAt: 100 },
    { ...BOOK, newAnswers: 4, publishAt: 5 },
    { ...BOOK, id: 'b3', name: 'Seas', percentWritten: 100, status: 'published', edition: 1 },
  ]
  serve({ '/api/book/list': () => [200, books] })
  renderApp('/')
  expect(await screen.findByRole('heading', { name: 'The kitchen table' })).toBeTruthy()
  const way = () => screen.getByRole('link', { name: 'Write in it' }).getAttribute('href')
  expect(way()).toBe('/signup?last=book/contribute/post/hand/b1')
  cleanup()
  signInAs('u1')
  renderApp('/')
  await screen.findByRole('heading', { name: 'The kitchen table' })
  expect(way()).toBe('/book/contribute/post/hand/b1')
})

import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getStored, setStored } from '../../lib/storage'
import { BOOK, NO_MEMOS } from '../../testing/fixtures'
import { address, renderApp, signInAs } from '../../testing/render-app'
import { refusal, serve } from '../../testing/server'

const PUBLISHED = {
  ...BOOK,
  id: 'b2',
  name: 'Letters to no one',
  memoCount: 20,
  newAnswers: 20,
  userMemoCount: 2,
  hasContributed: true,
  status: 'published',
  edition: 1,
}

const tile = async (name: string) => within(await screen.findByRole('article', { name }))

test('the library shows every book with its entries, its state and what one can do', async () => {
  signInAs('u1')
  serve({ '/api/book/list': () => [200, [BOOK, PUBLISHED]] })
  renderApp('/library')
  const open = await tile(BOOK.name)
  expect(open.getByText('3 entries')).toBeTruthy()
  expect(open.getByText('Unpublished')).toBeTruthy()
  expect(open.getByRole('link', { name: /^Contribute/ })).toBeTruthy()
  expect(open.queryByRole('link', { name: /^Download/ })).toBeNull()

  const published = await tile(PUBLISHED.name)
  expect(published.getByText('20 entries')).toBeTruthy()
  expect(published.getByText('Published')).toBeTruthy()
  expect(published.getByRole('link', { name: /^Re-Submit/ })).toBeTruthy()
  const download = published.getByRole('link', { name: /^Download/ })
  expect(download.getAttribute('href')).toBe('/api/book/b2/download')
})

test('contributing remembers the book and goes to the choice of type', async () => {
  signInAs('u1')
  serve({
    '/api/book/list': () => [200, [BOOK]],
    '/api/book': () => [200, BOOK],
    '/api/memo/usr/count': () => [200, NO_MEMOS],
  })
  const user = renderApp('/library')
  await user.click((await tile(BOOK.name)).getByRole('link', { name: /^Contribute/ }))
  await waitFor(() => expect(address()).toBe('/book/contribute/post/type?bid=b1'))
  expect(getStored('bid')).toBe('b1')
})

test('what is opened in a new tab is the book that was pressed, whichever was opened before', async () => {
  signInAs('u1')
  setStored({ bid: 'b1' })
  serve({
    '/api/book/list': () => [200, [BOOK, PUBLISHED]],
    '/api/book': ({ bid }) => [200, bid === 'b2' ? PUBLISHED : BOOK],
    '/api/memo/usr/count': () => [200, NO_MEMOS],
  })
  renderApp('/library')
  const link = (await tile(PUBLISHED.name)).getByRole('link', { name: /^Re-Submit/ })
  const href = link.getAttribute('href') ?? ''
  cleanup()
  // The new tab has the address and nothing else: no press was heard.
  renderApp(href)
  expect(
    await screen.findByText('Your contribution goes into the book “Letters to no one”.'),
  ).toBeTruthy()
  expect(getStored('bid')).toBe('b1')
  const text = screen.getByRole('link', { name: 'Text' }).getAttribute('href') ?? ''
  const { pathname, searchParams } = new URL(text, window.location.origin)
  expect(pathname).toBe('/book/contribute/post/text/b2')
  expect(searchParams.get('last'), 'the way back').toBe(href)
})

test('a visitor sees the library too, and Contribute on every book', async () => {
  serve({ '/api/book/list': () => [200, [BOOK]] })
  renderApp('/library')
  expect((await tile(BOOK.name)).getByRole('link', { name: /^Contribute/ })).toBeTruthy()
  expect(screen.queryByText(/^Your entries/)).toBeNull()
})

test('a library that is on its way says so, and one without books too', async () => {
  let answer = () => {}
  const held = new Promise<[number, unknown]>((resolve) => {
    answer = () => resolve([200, []])
  })
  serve({ '/api/book/list': () => held })
  renderApp('/library')
  expect(await screen.findByText('Loading…')).toBeTruthy()
  answer()
  expect(await screen.findByText('There are no books yet.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Make a book suggestion' })).toBeTruthy()
})

const TILE = { name: 'Make a book suggestion' }

test('a suggestion is sent, and what was typed is kept until then', async () => {
  signInAs('u1')
  let full = true
  const { bodiesOf } = serve({
    '/api/book/list': () => [200, [BOOK]],
    '/api/suggestion/send': () =>
      full ? [409, refusal('conflict', 'Twenty wait.')] : [201, { id: 's1', suggestion: 'x' }],
  })
  const user = renderApp('/library')
  await user.click(await screen.findByRole('button', TILE))
  const dialog = within(screen.getByRole('dialog', { name: 'Suggest a book' }))
  await user.type(dialog.getByLabelText('What should it be about?'), 'Rivers')
  await user.click(dialog.getByRole('button', { name: 'Send' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Twenty wait.')
  await user.click(dialog.getByRole('button', { name: 'Close' }))

  full = false
  await user.click(screen.getByRole('button', TILE))
  expect(screen.getByLabelText('What should it be about?')).toHaveProperty('value', 'Rivers')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText(/Your suggestion is on its way/)).toBeTruthy()
  expect(bodiesOf('/api/suggestion/send').at(-1)).toEqual({ suggestion: 'Rivers', uid: 'u1' })
  expect(localStorage.getItem('draft/u1/suggestion')).toBeNull()
})

test('a visitor signs in first', async () => {
  serve({ '/api/book/list': () => [200, []] })
  const user = renderApp('/library')
  await user.click(await screen.findByRole('button', TILE))
  await waitFor(() => expect(address()).toContain('/signin'))
})

import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { visitAsKeeper } from '../../../testing/admin'
import { BOOK, textMemo } from '../../../testing/fixtures'
import { waitingMemo } from '../../../testing/guest'
import { address, renderApp, signInAs } from '../../../testing/render-app'
import { refusal, serve } from '../../../testing/server'

const question = (key: string, number: number) => ({
  key,
  number,
  description: `What about the ${key}?`,
  memos: 1,
  answered: true,
})
const FILTERS = {
  members: [{ uid: 'u1', author: { username: 'mara', name: 'Mara Lindqvist' }, memos: 2 }],
  questions: [question('smell', 1), question('chair', 2)],
}
const MEMOS = [textMemo('smell', 'Coal.'), textMemo('chair', 'The third leg.')]

function memos(path: string, { pages = 1, found = MEMOS } = {}) {
  signInAs('a1')
  const asked: string[] = []
  serve({
    '/check-admin': () => [200, { isAdmin: true }],
    '/api/book': () => [200, BOOK],
    '/api/admin/memos/filters': () => [200, FILTERS],
    '/api/admin/memos': (_body, query) => {
      asked.push(query.toString())
      const page = Number(query.get('page'))
      return [200, { total: found.length, page, pages, memos: found }]
    },
  })
  return { asked, user: renderApp(path) }
}

test('every memo says what was asked, by whom it is, and leads to its page', async () => {
  memos('/admin/b1')
  const card = within(await screen.findByRole('article', { name: 'What about the smell?' }))
  for (const words of ['smell', 'Coal.', 'Mara Lindqvist']) {
    expect(card.getByText(words)).toBeTruthy()
  }
  expect(card.getByText(/ago$/)).toBeTruthy()
  expect(card.getByRole('link').getAttribute('href')).toBe('/memo/m-smell')
  const code = card.getByRole<HTMLImageElement>('img', { name: /QR code/ })
  expect(code.getAttribute('src')).toBe('/media/memo/m-smell.svg')
  expect(card.getByText(/\/memo\/m-smell$/)).toBeTruthy()
  expect(screen.getByText('2 entries')).toBeTruthy()
})

test('a guest’s memo that waits says so', async () => {
  memos('/admin/b1', { found: [waitingMemo('smell', 'Coal.'), textMemo('chair', 'The leg.')] })
  const card = within(await screen.findByRole('article', { name: 'What about the smell?' }))
  expect(card.getByText('Waiting for acceptance')).toBeTruthy()
  expect(screen.getAllByText('Waiting for acceptance')).toHaveLength(1)
})

test('the address is the choice of member and question', async () => {
  const { asked, user } = memos('/admin/b1')
  await user.selectOptions(await screen.findByLabelText('Question'), 'chair')
  await waitFor(() => expect(asked).toContain('bid=b1&qid=chair&page=1'))
  expect(address()).toBe('/admin/b1?qid=chair')
  await user.selectOptions(screen.getByLabelText('Member'), 'u1')
  await waitFor(() => expect(asked).toContain('bid=b1&uid=u1&qid=chair&page=1'))
  expect(address()).toBe('/admin/b1/u1/chair')
  // Another page, and the box has the focus all the same.
  const box = await screen.findByLabelText('Member')
  await waitFor(() => expect(document.activeElement).toBe(box))
  await user.selectOptions(screen.getByLabelText('Question'), '')
  await waitFor(() => expect(address()).toBe('/admin/b1/u1'))
})

test('more than fit on a page are turned', async () => {
  const { asked, user } = memos('/admin/b1/u1?page=2', { pages: 3 })
  await screen.findByText('Page 2 of 3')
  await user.click(screen.getByRole('link', { name: 'Next' }))
  expect(await screen.findByText('Page 3 of 3')).toBeTruthy()
  expect(asked).toContain('bid=b1&uid=u1&page=3')
  expect(address()).toBe('/admin/b1/u1?page=3')
})

test.each([
  ['/admin/memos', 'Memos'],
  ['/admin/b1', BOOK.name],
])('at %s, a page whose memos are gone gives way to the last one', async (path, heading) => {
  signInAs('a1')
  let show = () => {}
  const held = new Promise<void>((resolve) => {
    show = resolve
  })
  serve({
    '/check-admin': () => [200, { isAdmin: true }],
    '/api/book': () => [200, BOOK],
    '/api/book/list': () => [200, [BOOK]],
    '/api/admin/memos/filters': () => [200, FILTERS],
    '/api/admin/memos': async (_body, query) => {
      const page = Number(query.get('page'))
      if (page > 1) return [200, { total: 2, page, pages: 1, memos: [] }]
      await held
      return [200, { total: 2, page, pages: 1, memos: MEMOS }]
    },
  })
  renderApp(`${path}?page=2`)
  await waitFor(() => expect(address()).toBe(path))
  expect(await screen.findByText('Loading memos…')).toBeTruthy()
  show()
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy()
  expect(screen.getAllByRole('article')).toHaveLength(2)
})

test('there are none yet, or none of that kind', async () => {
  memos('/admin/b1', { found: [], pages: 0 })
  expect(await screen.findByText('No entries in this book yet.')).toBeTruthy()
})

test('a choice without memos can be taken back', async () => {
  memos('/admin/b1/u1/chair', { found: [], pages: 0 })
  const all = await screen.findByRole('link', { name: 'Show all memos' })
  expect(all.getAttribute('href')).toBe('/admin/b1')
})

test.each([
  '/admin/nonsense',
  '/admin/nonsense/u1',
  '/admin/nonsense/u1/smell',
  '/admin/members/u1/smell',
])('unknown address %s shows the not-found page', async (path) => {
  signInAs('a1')
  const gone = () => [404, refusal('not-found', 'This book does not exist.')] as [number, unknown]
  serve({
    '/check-admin': () => [200, { isAdmin: true }],
    '/api/book': gone,
    '/api/admin/memos/filters': gone,
    '/api/admin/memos': gone,
  })
  renderApp(path)
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy()
  expect(document.title).toMatch(/^Page not found/)
})

test('a missing book shows the not-found page even if its memos are listed', async () => {
  signInAs('a1')
  serve({
    '/check-admin': () => [200, { isAdmin: true }],
    '/api/book': () => [404, refusal('not-found', 'This book does not exist.')],
    '/api/admin/memos/filters': () => [200, FILTERS],
    '/api/admin/memos': () => [200, { total: 0, page: 1, pages: 0, memos: [] }],
  })
  renderApp('/admin/nonsense?page=3')
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy()
})

test('a longer address than any page has shows the not-found page', async () => {
  memos('/admin/b1/u1/smell/more')
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy()
})

test('the memos of all books are seen with the books that they are in', async () => {
  signInAs('a1')
  const other = { ...textMemo('river', 'It froze.'), bid: 'b9' }
  const asked: string[] = []
  serve({
    '/check-admin': () => [200, { isAdmin: true }],
    '/api/book/list': () => [200, [BOOK]],
    '/api/admin/memos': (_body, query) => {
      asked.push(query.toString())
      return [
        200,
        { total: 26, page: Number(query.get('page')), pages: 2, memos: [...MEMOS, other] },
      ]
    },
  })
  const user = renderApp('/admin/memos')
  expect(await screen.findByRole('heading', { level: 1, name: 'Memos' })).toBeTruthy()
  expect(screen.getByText('26 entries in all books')).toBeTruthy()
  const card = within(screen.getByRole('article', { name: 'What about the smell?' }))
  expect(card.getByRole('link', { name: BOOK.name }).getAttribute('href')).toBe('/admin/b1')
  expect(screen.getByRole('link', { name: 'Deleted book' })).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Next' }))
  await waitFor(() => expect(asked).toEqual(['page=1', 'page=2']))
  expect(address()).toBe('/admin/memos?page=2')
})

test('a keeper sees the memos of all books that they keep', async () => {
  visitAsKeeper('/admin/memos', {
    '/api/book/list': () => [200, [BOOK]],
    '/api/admin/memos': () => [200, { total: 2, page: 1, pages: 1, memos: MEMOS }],
  })
  expect(await screen.findByText('2 entries in your books')).toBeTruthy()
  expect(screen.getAllByRole('link', { name: BOOK.name })).toHaveLength(2)
})

test('a keeper finds the memos of their other books from an empty one', async () => {
  visitAsKeeper('/admin/b1', {
    '/api/book': () => [200, BOOK],
    '/api/admin/memos/filters': () => [200, FILTERS],
    '/api/admin/memos': () => [200, { total: 0, page: 1, pages: 0, memos: [] }],
  })
  const all = await screen.findByRole('link', { name: 'Memos of your books' })
  expect(all.getAttribute('href')).toBe('/admin/memos')
})

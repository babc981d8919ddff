import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { saveDraft } from '../../lib/drafts'
import { setStored } from '../../lib/storage'
import { BOOK, QUESTIONS, textMemo } from '../../testing/fixtures'
import { renderApp, signInAs } from '../../testing/render-app'
import { serve } from '../../testing/server'

const linkTo = async (name: string | RegExp) =>
  (await screen.findByRole('link', { name })).getAttribute('href')

const BEGUN = { ...BOOK, hasContributed: true, userMemoCount: 1 }
const COMMENTED = {
  pid: 'p1',
  caption: 'Rain',
  topic: 'Letters',
  comments: 2,
  newest: {
    id: 'c1',
    pid: 'p1',
    uid: 'u2',
    text: 'Lovely ink.',
    createdAt: { _seconds: 1_780_000_000, _nanoseconds: 0 },
    user: { name: 'Ben', username: 'ben' },
  },
}

function serveHome(more: Parameters<typeof serve>[0] = {}) {
  signInAs('u1')
  serve({
    '/api/book/list': () => [200, []],
    '/query-memos': () => [200, []],
    '/api/usr/posts': () => [200, { msg: 'Nothing.' }],
    '/api/usr/comments': () => [200, []],
    '/api/questions': () => [200, QUESTIONS],
    ...more,
  })
}

test('two choices', async () => {
  serveHome()
  renderApp('/begin')
  expect(await linkTo('Open the library')).toBe('/library')
  expect(await linkTo('Open the threads')).toBe('/thread')
  expect(await linkTo('My pages')).toBe('/my-pages')
  expect(screen.queryByRole('link', { name: /last book/ })).toBeNull()
  expect(screen.queryByRole('heading', { name: /Unfinished|New/ })).toBeNull()
})

test('a member is greeted by first name and finds the last book again', async () => {
  serveHome()
  setStored({ name: 'Mara Lindqvist', bid: 'b7' })
  renderApp('/begin')
  expect(await screen.findByRole('heading', { name: 'Good to see you, Mara' })).toBeTruthy()
  expect(await linkTo('Continue with your last book')).toBe('/book/contribute/post/hand/b7')
})

test('open questions, drafts and pending posts are unfinished', async () => {
  saveDraft('u1/b1/chair', 'A high')
  serveHome({
    '/api/book/list': () => [200, [BEGUN]],
    '/query-memos': () => [200, [textMemo('smell', 'Of bread.')]],
    '/api/usr/posts': () => [
      200,
      [
        { id: 'p9', isActive: false },
        { id: 'p8', isActive: false },
      ],
    ],
  })
  renderApp('/begin')
  const unfinished = within(await screen.findByRole('region', { name: 'Unfinished' }))
  expect(await unfinished.findByText(/2 open questions/)).toBeTruthy()
  expect(unfinished.getByText(/one draft that isn’t saved/)).toBeTruthy()
  expect(await unfinished.findByText('2 posts aren’t published yet')).toBeTruthy()
  expect(await linkTo(/^Continue.*kitchen/)).toBe('/book/contribute/entry/b1')
  expect(await linkTo(/^Finish/)).toBe('/book/contribute/post/text/b1')
  expect(await linkTo('Publish them')).toBe('/activate/posts')
})

test('a book of which every question is answered is not unfinished', async () => {
  serveHome({
    '/api/book/list': () => [200, [BEGUN]],
    '/query-memos': () => [200, QUESTIONS.map(({ key }) => textMemo(key, 'Of bread.'))],
  })
  renderApp('/begin')
  expect(await linkTo('My pages')).toBe('/my-pages')
  expect(screen.queryByRole('region', { name: 'Unfinished' })).toBeNull()
})

test('loves, comments and editions are new once', async () => {
  const memo = { ...textMemo('smell', 'Of bread.'), published: true, loves: 3 }
  const serveNews = (loves: number) =>
    serveHome({
      '/api/book/list': () => [200, [{ ...BEGUN, status: 'published', edition: 1 }]],
      '/query-memos': () => [200, [{ ...memo, loves }]],
      '/api/usr/comments': () => [200, [COMMENTED]],
    })
  serveNews(3)
  renderApp('/begin')
  const news = within(await screen.findByRole('region', { name: 'New' }))
  expect(news.getByText(/is published, with one of your answers/)).toBeTruthy()
  expect(news.getByText('3 new loves for your pages')).toBeTruthy()
  expect(news.getByText(/on your post in Letters: “Lovely ink.”/)).toBeTruthy()
  expect(await linkTo(/^Reply/)).toBe('/posts/p1')

  cleanup()
  serveNews(4)
  renderApp('/begin')
  expect(await screen.findByText('One new love for your pages')).toBeTruthy()
  expect(screen.queryByText(/Lovely ink|is published/)).toBeNull()
})

test('an edition by others is news', async () => {
  const edition = (number: number) => ({ ...BOOK, status: 'published', edition: number })
  const serveEditions = (kitchen: number, ...others: unknown[]) =>
    serveHome({ '/api/book/list': () => [200, [edition(kitchen), ...others]] })
  serveEditions(1)
  renderApp('/begin')
  await screen.findByRole('link', { name: 'My pages' })
  expect(screen.queryByRole('region', { name: 'New' })).toBeNull()

  cleanup()
  serveEditions(2, { ...edition(1), id: 'b2', name: 'Rivers' })
  renderApp('/begin')
  const news = within(await screen.findByRole('region', { name: 'New' }))
  expect(news.getByText('A new edition of The kitchen table is published')).toBeTruthy()
  expect(news.getByText('Rivers is published')).toBeTruthy()
  expect(await linkTo(/^Read.*Rivers/)).toBe('/book/b2/read')
})

test('the choices stay where nothing can be fetched', async () => {
  signInAs('u1')
  serve({})
  renderApp('/begin')
  expect(await linkTo('Open the library')).toBe('/library')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'New' })).toBeNull())
})

import { render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { MemoCode } from './entities/memo/MemoCode'
import { currentPath, withBasePath } from './lib/base'
import { chooseDisplay } from './lib/display'
import { saveDraft } from './lib/drafts'
import { getStored, setStored } from './lib/storage'
import { paths } from './paths'
import { BOOK } from './testing/fixtures'
import { address, renderApp } from './testing/render-app'
import { serve } from './testing/server'

// As the server writes it into the page, where it is read once.
vi.hoisted(() => {
  const meta = document.createElement('meta')
  meta.name = 'inkfold:base'
  meta.content = '/ink'
  document.head.append(meta)
})

const PUBLISHED = { ...BOOK, status: 'published', edition: 1 }

beforeEach(() => window.history.replaceState(null, '', '/ink'))

const linksOf = () =>
  screen.getAllByRole('link').flatMap((link) => {
    const href = link.getAttribute('href')
    return href?.startsWith('/') ? [href] : []
  })

test('links, files and calls of a page begin with the path', async () => {
  const { calls } = serve({ '/ink/api/book/list': () => [200, [PUBLISHED]] })
  renderApp('/ink/library')
  const file = await screen.findByRole('link', { name: /^Download.*as PDF/ })
  expect(file.getAttribute('href')).toBe('/ink/api/book/b1/download')
  expect(linksOf().length).toBeGreaterThan(8)
  expect(linksOf().filter((href) => href !== '/ink/' && !/^\/ink\/\w/.test(href))).toEqual([])
  expect(calls.length).toBeGreaterThan(0)
  expect(calls.filter(({ path }) => !path.startsWith('/ink/'))).toEqual([])
})

test('whoever must sign in comes back to the page, which has the path once', async () => {
  serve({ '/ink/signin': () => [200, { uid: 'u1', email: 'a@b', name: 'A' }] })
  const user = renderApp('/ink/activate/posts')
  await waitFor(() => expect(address()).toBe('/ink/signin?last=activate/posts'))
  await user.click(await screen.findByRole('link', { name: 'I need to sign up' }))
  await waitFor(() => expect(address()).toBe('/ink/signup?last=activate/posts'))
  expect(currentPath()).toBe('/signup?last=activate/posts')
})

test('the address that is printed beside a memo is where it is', () => {
  render(<MemoCode memo={{ id: 'm1', qrcode: '/ink/q.svg' }} />)
  const there = window.location.origin + withBasePath(paths.memo('m1'))
  expect(there).toContain('/ink/')
  expect(screen.getByText(there)).toBeTruthy()
})

test('the path without a slash is the first page', async () => {
  serve({})
  renderApp('/ink')
  expect(await screen.findByRole('link', { name: 'Get started' })).toBeTruthy()
})

test('a page of a neighbour whose name begins alike is none of ours', async () => {
  serve({})
  renderApp('/inkling/library')
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy()
})

test('what the browser keeps is not another place’s on the same host', () => {
  localStorage.setItem('uid', 'theirs')
  expect(getStored('uid')).toBeNull()
  setStored({ uid: 'ours' })
  saveDraft('caption', 'First ink')
  expect(localStorage.getItem('uid')).toBe('theirs')
  expect(localStorage.getItem('/ink/uid')).toBe('ours')
  expect(localStorage.getItem('/ink/draft/caption')).toBe('First ink')
})

test('cookies go to our pages only', () => {
  const set = vi.spyOn(document, 'cookie', 'set')
  chooseDisplay('paper')
  expect(set).toHaveBeenCalledWith(expect.stringContaining('; Path=/ink;'))
  chooseDisplay('screen')
})

test('what goes past the router names the path itself', () => {
  expect(withBasePath(paths.post('p1'))).toBe('/ink/posts/p1')
  expect(paths.liveThread('ink')).toBe('/ink/api/thread/live?code=ink')
  expect(paths.blankForm('b1')).toBe('/ink/assets/forms/b1.pdf')
  // Links of the router get it from there.
  expect(paths.library).toBe('/library')
})

import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { serverConfig } from '../../lib/server-config'
import { renderApp, signInAs } from '../../testing/render-app'
import { serve } from '../../testing/server'
import { post, TOPIC, threadPage } from '../../testing/thread-fixtures'

const card = async (name: string) => within(await screen.findByRole('article', { name }))

test('every topic has its name, its posts and the address to mail pages to', async () => {
  signInAs('u1')
  vi.spyOn(serverConfig, 'postHost', 'get').mockReturnValue('post.example.org')
  serve({
    '/api/topics': () => [200, [TOPIC, { ...TOPIC, id: 't2', name: 'Maps', postCount: 1 }]],
    '/api/mail-address/u1': () => [200, { open: 'mara', secret: null }],
  })
  renderApp('/thread')
  expect(await screen.findByRole('heading', { level: 1, name: 'Thread Topics' })).toBeTruthy()
  const ink = await card('Ink')
  expect(ink.getByText('4 posts')).toBeTruthy()
  expect(ink.getByRole('link', { name: 'Ink' }).getAttribute('href')).toBe('/thread/ink')
  const address = await ink.findByRole('link', { name: 'mara.ink@post.example.org' })
  expect(address.getAttribute('href')).toBe('mailto:mara.ink@post.example.org')
  expect((await card('Maps')).getByText('1 post')).toBeTruthy()
})

const SECRET = { name: 'mara+k3yk3yk3yk3yk3yk', since: { _seconds: 0, _nanoseconds: 0 } }

test.each([
  ['mara', null, 'mara.ink@post.example.org', /Send from mara@example.org/],
  [null, SECRET, 'mara+k3yk3yk3yk3yk3yk.ink@post.example.org', /keep it to yourself/],
  ['mara', SECRET, 'mara.ink@post.example.org', /Send from mara@example.org/],
])(
  'posting by mail is explained with an address that works: %s',
  async (open, secret, address, words) => {
    signInAs('u1')
    vi.spyOn(serverConfig, 'postHost', 'get').mockReturnValue('post.example.org')
    serve({
      '/api/topics': () => [200, [TOPIC]],
      '/api/mail-address/u1': () => [200, { open, secret }],
    })
    renderApp('/thread')
    const help = within(await screen.findByRole('region', { name: 'Post by mail' }))
    expect(help.getByText(address)).toBeTruthy()
    expect(help.getByText(words)).toBeTruthy()
    expect((await card('Ink')).getByRole('link', { name: address })).toBeTruthy()
  },
)

test('a member without an address that works is led to where one is made', async () => {
  signInAs('u1')
  vi.spyOn(serverConfig, 'postHost', 'get').mockReturnValue('post.example.org')
  serve({
    '/api/topics': () => [200, [TOPIC]],
    '/api/mail-address/u1': () => [200, { open: null, secret: null }],
  })
  renderApp('/thread')
  const help = within(await screen.findByRole('region', { name: 'Post by mail' }))
  expect(help.queryByText(/@post/)).toBeNull()
  const link = (await card('Ink')).getByRole('link', { name: 'Get an email address for posting' })
  expect(link.getAttribute('href')).toBe('/settings')
})

test('a visitor is told to sign in, a member of a place without mail nothing', async () => {
  serve({ '/api/topics': () => [200, [TOPIC]] })
  renderApp('/thread')
  const words = 'You must sign in to post to this thread.'
  expect((await card('Ink')).getByText(words)).toBeTruthy()
})

test('a place without mail has no address for posts', async () => {
  signInAs('u1')
  const { calls } = serve({ '/api/topics': () => [200, [TOPIC]] })
  renderApp('/thread')
  const ink = await card('Ink')
  await vi.waitFor(() => expect(calls.some(({ path }) => path === '/query-profile')).toBe(true))
  expect(ink.queryByText(/@/)).toBeNull()
  expect(ink.queryByText(/sign in/)).toBeNull()
})

test('a place without topics says so', async () => {
  serve({ '/api/topics': () => [200, []] })
  renderApp('/thread')
  expect(await screen.findByText('There are no topics yet.')).toBeTruthy()
})

const latest = (id: string, alt = '') => ({
  id,
  alt,
  thumbUrl: `/media/${id}.png`,
  thumbs: [{ width: 480, height: 640, webp: `/media/${id}.webp`, png: `/media/${id}.png` }],
})

const YESTERDAY = { _seconds: Math.floor(Date.now() / 1000) - 86_400, _nanoseconds: 0 }

test('a topic shows its newest pages, and who wrote last', async () => {
  const lively = {
    ...TOPIC,
    latest: [latest('p3', 'A heron'), latest('p2')],
    lastAuthor: 'Ana Ruiz',
    lastPostAt: YESTERDAY,
  }
  serve({ '/api/topics': () => [200, [lively, { ...TOPIC, id: 't2', name: 'Maps' }]] })
  renderApp('/thread')
  const ink = await card('Ink')
  expect(ink.getByRole('img', { name: 'A heron' }).getAttribute('src')).toBe('/media/p3.png')
  expect(ink.getByText('Ana Ruiz', { exact: false }).textContent).toBe('Ana Ruiz · yesterday')
  const article = (name: string) => screen.getByRole('article', { name })
  expect(article('Ink').querySelectorAll('img')).toHaveLength(2)
  expect(article('Maps').querySelectorAll('img, time')).toHaveLength(0)
})

test('a picture that cannot be loaded leaves a blank page', async () => {
  serve({ '/api/topics': () => [200, [{ ...TOPIC, latest: [latest('p3', 'A heron')] }]] })
  renderApp('/thread')
  const ink = await card('Ink')
  fireEvent.error(ink.getByRole('img', { name: 'A heron' }))
  expect(ink.queryByRole('img')).toBeNull()
  expect(ink.getByRole('link', { name: 'Ink' })).toBeTruthy()
})

test('a page that was just deleted is not shown on its topic', async () => {
  signInAs('u1')
  const mine = post('p1', { uid: 'u1' })
  serve({
    '/api/topics': (_, query) => {
      const topic = { ...TOPIC, latest: [latest('p1', 'A heron')] }
      return [200, query.has('code') ? topic : [topic]]
    },
    '/api/thread/post/list/page': () => [200, threadPage(mine)],
    '/api/usr/posts': () => [200, []],
    '/api/posts/remove/p1': () => [204, null],
    '/api/posts/restore/p1': () => [200, mine],
  })
  const user = renderApp('/thread/ink')
  await user.click(await screen.findByRole('button', { name: /^Delete/ }))
  await user.click(screen.getByRole('link', { name: 'All topics' }))
  const ink = await card('Ink')
  expect(ink.queryByRole('img')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await ink.findByRole('img', { name: 'A heron' })).toBeTruthy()
})

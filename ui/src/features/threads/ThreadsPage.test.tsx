import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { serverConfig } from '../../lib/server-config'
import { renderApp, signInAs } from '../../testing/render-app'
import { serve } from '../../testing/server'
import { TOPIC } from '../../testing/thread-fixtures'

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

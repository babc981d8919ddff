import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { community } from '../../lib/community'
import { serve } from '../../testing/server'
import { TOPIC } from '../../testing/thread-samples'
import { signInAs, visit } from '../../testing/visit'

const card = async (name: string) => within(await screen.findByRole('article', { name }))

test('every topic has its name, its posts and the address to mail pages to', async () => {
  signInAs('u1')
  vi.spyOn(community, 'postHost', 'get').mockReturnValue('post.example.org')
  serve({ '/api/topics': () => [200, [TOPIC, { ...TOPIC, id: 't2', name: 'Maps', postCount: 1 }]] })
  visit('/thread')
  expect(await screen.findByRole('heading', { level: 1, name: 'Thread Topics' })).toBeTruthy()
  const ink = await card('Ink')
  expect(ink.getByText('4 posts')).toBeTruthy()
  expect(ink.getByRole('link', { name: 'Ink' }).getAttribute('href')).toBe('/thread/ink')
  const address = await ink.findByRole('link', { name: 'mara.ink@post.example.org' })
  expect(address.getAttribute('href')).toBe('mailto:mara.ink@post.example.org')
  expect((await card('Maps')).getByText('1 post')).toBeTruthy()
})

test('a visitor is told to sign in, a member of a place without mail nothing', async () => {
  serve({ '/api/topics': () => [200, [TOPIC]] })
  visit('/thread')
  const words = 'You must sign in to post to this thread.'
  expect((await card('Ink')).getByText(words)).toBeTruthy()
})

test('a place without mail has no address for posts', async () => {
  signInAs('u1')
  const { calls } = serve({ '/api/topics': () => [200, [TOPIC]] })
  visit('/thread')
  const ink = await card('Ink')
  await vi.waitFor(() => expect(calls.some(({ path }) => path === '/query-profile')).toBe(true))
  expect(ink.queryByText(/@/)).toBeNull()
  expect(ink.queryByText(/sign in/)).toBeNull()
})

test('a place without topics says so', async () => {
  serve({ '/api/topics': () => [200, []] })
  visit('/thread')
  expect(await screen.findByText('There are no topics yet.')).toBeTruthy()
})

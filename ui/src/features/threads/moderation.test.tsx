import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { address, renderApp, signInAs } from '../../testing/render-app'
import { refusal, serve } from '../../testing/server'
import { comment, post, threadPage } from '../../testing/thread-fixtures'

beforeEach(() => signInAs('u1'))

type Handlers = Parameters<typeof serve>[0]

const THANKS = /^Thank you\. The admins will look at it/
const SUSPENDED = 'You are suspended until 1 December: too loud.'

/** A post of Ana's with a comment of Jo's, in a thread of two posts, until the server leaves them out. */
function serveThread(handlers: Handlers = {}) {
  let out = new Set<string>()
  const two = [post('p1', { comments: 2 }), post('p2', { uid: 'u4' })]
  const said = [comment('c1'), comment('c2', { uid: 'u1' })]
  const server = serve({
    '/api/posts/p1': () => (out.has('p1') ? [404, refusal('not-found', 'Gone.')] : [200, two[0]]),
    '/api/comments': () => [200, said.filter(({ id }) => !out.has(id))],
    '/api/topics': (_, query) => [200, query.has('code') ? two[0]?.topic : [two[0]?.topic]],
    '/api/usr/posts': () => [200, []],
    '/api/thread/post/list/page': () => [
      200,
      { ...threadPage(...two.filter(({ id }) => !out.has(id))), total: 2 },
    ],
    '/api/report': () => [202],
    '/api/block/add': () => [204],
    ...handlers,
  })
  const leaveOut = (...ids: string[]) => {
    out = new Set(ids)
  }
  return { ...server, leaveOut }
}

/** Opens the menu of something and chooses from it. */
async function choose(user: ReturnType<typeof renderApp>, about: string, what: RegExp) {
  await user.click(await screen.findByRole('button', { name: `More about ${about}` }))
  await user.click(screen.getByRole('button', { name: what }))
  return within(screen.getByRole('dialog', { name: /^(Report|Block)/ }))
}

test('a page that is reported is out of sight, in its thread too', async () => {
  const { bodiesOf, leaveOut } = serveThread()
  const user = renderApp('/posts/p1')
  const dialog = await choose(user, '“Page p1”', /^Report/)
  await user.click(dialog.getByRole('button', { name: 'Report' }))
  expect(dialog.getByText('Enter a reason.')).toBeTruthy()
  await user.type(dialog.getByLabelText('What is wrong with it?'), 'Not his to show. ')
  expect(dialog.getByText('484 characters left')).toBeTruthy()
  leaveOut('p1')
  await user.click(dialog.getByRole('button', { name: 'Report' }))
  expect(await screen.findByText(THANKS)).toBeTruthy()
  expect(bodiesOf('/api/report')).toEqual([{ kind: 'post', id: 'p1', reason: 'Not his to show.' }])
  expect(await screen.findByRole('heading', { level: 1, name: 'Ink' })).toBeTruthy()
  expect(address()).toBe('/thread/ink')
  expect(await screen.findByRole('link', { name: 'Page p2' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Page p1' })).toBeNull()
})

test('a report that is not sent is there the next time, and one that is sent is not kept', async () => {
  const { leaveOut } = serveThread()
  const user = renderApp('/posts/p1')
  const field = 'What is wrong with it?'
  const dialog = await choose(user, '“Page p1”', /^Report/)
  await user.type(dialog.getByLabelText(field), 'Not his ')
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const again = await choose(user, '“Page p1”', /^Report/)
  await user.type(again.getByLabelText(field), 'to show.')
  expect(again.getByLabelText(field)).toHaveProperty('value', 'Not his to show.')
  leaveOut('p1')
  await user.click(again.getByRole('button', { name: 'Report' }))
  expect(await screen.findByText(THANKS)).toBeTruthy()
  expect(localStorage.getItem('draft/u1/report/p1')).toBeNull()
})

test('reported above its thread, it leaves the focus on the next card', async () => {
  const { leaveOut } = serveThread()
  const user = renderApp('/thread/ink')
  await user.click(await screen.findByRole('link', { name: 'Page p1' }))
  const dialog = await choose(user, '“Page p1”', /^Report/)
  await user.type(dialog.getByLabelText('What is wrong with it?'), 'Spam')
  leaveOut('p1')
  await user.click(dialog.getByRole('button', { name: 'Report' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement?.id).toBe('post-p2'))
  expect(screen.queryByRole('link', { name: 'Page p1' })).toBeNull()
})

test('a comment is reported, and the page stays', async () => {
  const { bodiesOf, leaveOut } = serveThread()
  const user = renderApp('/posts/p1')
  const dialog = await choose(user, 'the comment by Jo van Dyk', /^Report/)
  await user.type(dialog.getByLabelText('What is wrong with it?'), 'Rude')
  leaveOut('c1')
  await user.click(dialog.getByRole('button', { name: 'Report' }))
  expect(await screen.findByText(THANKS)).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Words c1')).toBeNull())
  expect(screen.getByText('Words c2')).toBeTruthy()
  expect(bodiesOf('/api/report')).toEqual([{ kind: 'comment', id: 'c1', reason: 'Rude' }])
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Comments (1)'))
  expect(address()).toBe('/posts/p1')
})

test('a report that is refused keeps its words, and what it is about stays', async () => {
  serveThread({ '/api/report': () => [429, refusal('rate-limited', 'Please wait a moment.')] })
  const user = renderApp('/posts/p1')
  const dialog = await choose(user, '“Page p1”', /^Report/)
  const reason = dialog.getByLabelText<HTMLTextAreaElement>('What is wrong with it?')
  await user.type(reason, 'Spam')
  await user.click(dialog.getByRole('button', { name: 'Report' }))
  expect(await dialog.findByText('Please wait a moment.')).toBeTruthy()
  expect(reason.value).toBe('Spam')
  expect(screen.getByRole('heading', { level: 1, name: 'Page p1' })).toBeTruthy()
})

test('who is blocked is asked about once, and is out of sight', async () => {
  const { bodiesOf, leaveOut } = serveThread()
  const user = renderApp('/posts/p1')
  const dialog = await choose(user, '“Page p1”', /^Block Ana Ruiz…/)
  expect(dialog.getByText(/they aren’t told\./)).toBeTruthy()
  expect(bodiesOf('/api/block/add')).toEqual([])
  leaveOut('p1')
  await user.click(dialog.getByRole('button', { name: 'Block' }))
  expect(await screen.findByText(/^Ana Ruiz is blocked/)).toBeTruthy()
  expect(bodiesOf('/api/block/add')).toEqual([{ uid: 'u1', other: 'u2' }])
  expect(await screen.findByRole('link', { name: 'Page p2' })).toBeTruthy()
  expect(address()).toBe('/thread/ink')
})

test('blocking the writer of a comment leaves the page, and asks for all anew', async () => {
  const { calls, leaveOut } = serveThread()
  const user = renderApp('/posts/p1')
  const dialog = await choose(user, 'the comment by Jo van Dyk', /^Block Jo van Dyk…/)
  leaveOut('c1')
  const asked = () => calls.filter(({ path }) => path === '/api/comments').length
  const before = asked()
  await user.click(dialog.getByRole('button', { name: 'Block' }))
  await waitFor(() => expect(screen.queryByText('Words c1')).toBeNull())
  await waitFor(() => expect(asked()).toBe(before + 1))
  expect(address()).toBe('/posts/p1')
})

test('a block that is refused is told, and nothing goes', async () => {
  serveThread({ '/api/block/add': () => [422, refusal('invalid', 'Nobody blocks an admin.')] })
  const user = renderApp('/posts/p1')
  const dialog = await choose(user, '“Page p1”', /^Block/)
  await user.click(dialog.getByRole('button', { name: 'Block' }))
  expect(await dialog.findByText('Nobody blocks an admin.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByText('Words c1')).toBeTruthy()
})

test('visitors see none of it, and nobody on what is their own', async () => {
  serveThread()
  renderApp('/posts/p1')
  await screen.findByText('Words c2')
  expect(screen.getAllByRole('button', { name: /^More about/ })).toHaveLength(2)
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage'))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^More about/ })).toBeNull())
})

test('a page that admins have hidden says so to its owner', async () => {
  serveThread({
    '/api/posts/p1': () => [200, post('p1', { uid: 'u1', isActive: false, isHidden: true })],
  })
  renderApp('/posts/p1')
  expect(
    await screen.findByText('The admins have hidden this page. Nobody else sees it.'),
  ).toBeTruthy()
  expect(screen.queryByText(/pending/)).toBeNull()
  expect(screen.queryByRole('button', { name: /^Like|^Share|^More about/ })).toBeNull()
})

test('who is suspended is told so instead of liking or commenting', async () => {
  const suspended = () => [403, refusal('suspended', SUSPENDED)] as [number, unknown]
  serveThread({ '/api/like/add': suspended, '/api/comments/add': suspended })
  const user = renderApp('/posts/p1')
  await user.click(await screen.findByRole('button', { name: /^Like/ }))
  expect(await screen.findByText(`Your like could not be saved. ${SUSPENDED}`)).toBeTruthy()
  await user.type(await screen.findByLabelText('Your comment'), 'But why')
  await user.click(screen.getByRole('button', { name: 'Comment' }))
  expect(await screen.findByText(`Your comment could not be saved. ${SUSPENDED}`)).toBeTruthy()
})

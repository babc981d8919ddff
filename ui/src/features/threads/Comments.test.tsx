import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setStored } from '../../lib/storage'
import { PROFILE } from '../../testing/fixtures'
import { renderApp, signInAs } from '../../testing/render-app'
import { refusal, serve } from '../../testing/server'
import { comment, post } from '../../testing/thread-fixtures'

beforeEach(() => {
  signInAs('u1')
  setStored({ name: 'Mara Lindqvist' })
})
afterEach(() => {
  for (const close of screen.queryAllByRole('button', { name: /Close/ })) fireEvent.click(close)
})

type Handlers = Parameters<typeof serve>[0]

const THREE = ['c1', 'c2', 'c3'].map((id) => comment(id))

/** The page of a post, once its comments are there. */
async function open(handlers: Handlers, one = post('p1', { comments: 3 })) {
  const { bodiesOf, calls } = serve({
    '/api/posts/p1': () => [200, one],
    '/api/comments': () => [200, THREE],
    ...handlers,
  })
  const user = renderApp('/posts/p1')
  await screen.findByText('Words c1')
  return { user, bodiesOf, calls }
}

const field = () => screen.getByLabelText('Your comment') as HTMLTextAreaElement
const items = () =>
  within(screen.getByRole('region', { name: /^Comments/ })).getAllByRole('listitem')
const texts = () => items().map((item) => item.querySelectorAll('p')[1]?.textContent)
const count = () => screen.getByRole('heading', { name: /^Comments/ }).textContent
const draft = () => localStorage.getItem('draft/u1/comment/p1')
const onTheWay = () => localStorage.getItem('draft/u1/comment/p1/sent')

test('a comment shows who said it, and keeps its lines', async () => {
  await open({ '/api/comments': () => [200, [comment('c1', { text: 'Words c1' })]] })
  const [item] = items()
  expect(item?.textContent).toContain('Jo van Dyk')
  // The first two words of the name.
  expect(item?.textContent).toContain('JV')
  expect(item?.querySelector('time')?.getAttribute('datetime')).toContain('2026')
})

test('a comment is in sight before the server has it', async () => {
  let answer = () => {}
  const { user, bodiesOf } = await open({
    '/api/comments/add': ({ text }) =>
      new Promise((resolve) => {
        answer = () => resolve([201, comment('c4', { uid: 'u1', text: String(text) })])
      }),
  })
  expect(screen.getByRole('button', { name: 'Comment' }).hasAttribute('disabled')).toBe(true)
  await user.type(field(), 'How lovely{Enter}it is')
  expect(screen.getByText('984 characters left')).toBeTruthy()
  expect(draft()).toBe('How lovely\nit is')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(texts()[3]).toBe('How lovely\nit is'))
  expect(items()[3]?.textContent).toContain('Sending…')
  expect(items()[3]?.textContent).toContain('ML')
  expect([field().value, draft(), count()]).toEqual(['', null, 'Comments (4)'])
  expect(onTheWay()).toBe('How lovely\nit is')
  expect(bodiesOf('/api/comments/add')).toEqual([
    { text: 'How lovely\nit is', uid: 'u1', pid: 'p1' },
  ])
  answer()
  await waitFor(() => expect(items()[3]?.textContent).not.toContain('Sending…'))
  expect(onTheWay()).toBeNull()
  expect(within(items()[3] as HTMLElement).getByRole('button', { name: /Delete/ })).toBeTruthy()
})

test('a comment that is refused goes back into the box', async () => {
  const { user } = await open({
    '/api/comments/add': () => [429, refusal('rate-limited', 'Please wait a moment.')],
  })
  await user.type(field(), 'How lovely')
  await user.click(screen.getByRole('button', { name: 'Comment' }))
  expect(
    await screen.findByText('Your comment could not be saved. Please wait a moment.'),
  ).toBeTruthy()
  expect([field().value, draft(), count()]).toEqual(['How lovely', 'How lovely', 'Comments (3)'])
  expect(texts()).toEqual(['Words c1', 'Words c2', 'Words c3'])
})

test('what was typed while one was refused stays below it', async () => {
  let answer = () => {}
  const { user } = await open({
    '/api/comments/add': () =>
      new Promise((resolve) => {
        answer = () => resolve([500])
      }),
  })
  await user.type(field(), 'How lovely')
  await user.click(screen.getByRole('button', { name: 'Comment' }))
  expect(document.activeElement).toBe(field())
  await user.keyboard('And')
  answer()
  await waitFor(() => expect(field().value).toBe('How lovely\n\nAnd'))
  expect(texts()).toHaveLength(3)
})

test('one that is too long stays, and is not sent', async () => {
  localStorage.setItem('draft/u1/comment/p1', 'a'.repeat(1001))
  const { user, bodiesOf } = await open({})
  expect(screen.getByText('1 character too many.')).toBeTruthy()
  await user.type(field(), '{Control>}{Enter}{/Control}')
  expect(field().value).toHaveLength(1001)
  expect(bodiesOf('/api/comments/add')).toEqual([])
})

test('who may delete a comment: its author, the owner of the post, and admins', async () => {
  const mixed = [comment('c1'), comment('c2', { uid: 'u1' })]
  const handlers: Handlers = { '/api/comments': () => [200, mixed] }
  const buttons = () => screen.queryAllByRole('button', { name: /^Delete the comment/ }).length
  await open(handlers)
  expect(buttons()).toBe(1)
  setStored({ isAdmin: 'true' })
  await waitFor(() => expect(buttons()).toBe(2))
})

test('a moderator may delete every comment, and is asked for once', async () => {
  const { calls } = await open({ '/query-profile': () => [200, { ...PROFILE, isModerator: true }] })
  await waitFor(() =>
    expect(screen.getAllByRole('button', { name: /^Delete the comment/ })).toHaveLength(3),
  )
  expect(calls.filter(({ path }) => path === '/query-profile')).toHaveLength(1)
})

test('a keeper may not delete the comments of others', async () => {
  await open({ '/query-profile': () => [200, { ...PROFILE, isKeeper: true }] })
  expect(await screen.findByRole('link', { name: 'Mara, Settings' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Delete the comment/ })).toBeNull()
})

test('under a post of one\u2019s own every comment can go', async () => {
  await open({}, post('p1', { uid: 'u1', comments: 3 }))
  expect(screen.getAllByRole('button', { name: /^Delete the comment/ })).toHaveLength(3)
})

test('one is deleted at once, and Undo puts it back where it was, with the focus', async () => {
  const own = comment('c2', { uid: 'u1' })
  const { user, calls } = await open({
    '/api/comments': () => [200, [THREE[0], own, THREE[2]]],
    '/api/comments/remove/c2': () => [204],
    '/api/comments/restore/c2': () => [204],
  })
  await user.click(screen.getByRole('button', { name: /^Delete the comment/ }))
  await waitFor(() => expect(texts()).toEqual(['Words c1', 'Words c3']))
  expect(count()).toBe('Comments (2)')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Comments (2)'))
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(texts()).toEqual(['Words c1', 'Words c2', 'Words c3']))
  await waitFor(() => expect(document.activeElement).toBe(items()[1]))
  expect(count()).toBe('Comments (3)')
  await waitFor(() => expect(calls.map(({ path }) => path)).toContain('/api/comments/restore/c2'))
})

test('one that may not be deleted is put back, and that is said', async () => {
  setStored({ isAdmin: 'true' })
  const { user } = await open({
    '/api/comments/remove/c1': () => [403, refusal('denied', 'You are no longer an admin.')],
  })
  await user.click(screen.getAllByRole('button', { name: /^Delete the comment/ })[0] as HTMLElement)
  expect(
    await screen.findByText('It could not be deleted. You are no longer an admin.'),
  ).toBeTruthy()
  await waitFor(() => expect(texts()).toEqual(['Words c1', 'Words c2', 'Words c3']))
})

test('comments that do not come can be tried again', async () => {
  let fails = true
  serve({
    '/api/posts/p1': () => [200, post('p1')],
    '/api/comments': () => (fails ? [500] : [200, THREE]),
  })
  const user = renderApp('/posts/p1')
  expect(await screen.findByText('The comments could not be loaded.')).toBeTruthy()
  fails = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Words c1')).toBeTruthy()
})

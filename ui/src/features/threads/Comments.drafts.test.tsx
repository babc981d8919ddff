import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { renderApp, signInAs } from '../../testing/render-app'
import { serve } from '../../testing/server'
import { comment, post } from '../../testing/thread-fixtures'

beforeEach(() => signInAs('u1'))

/** The page of a post, once its comments are there. */
async function open(handlers: Parameters<typeof serve>[0]) {
  serve({
    '/api/posts/p1': () => [200, post('p1', { comments: 1 })],
    '/api/comments': () => [200, [comment('c1')]],
    ...handlers,
  })
  const user = renderApp('/posts/p1')
  await screen.findByText('Words c1')
  return { user }
}

const field = () => screen.getByLabelText('Your comment') as HTMLTextAreaElement
const draft = () => localStorage.getItem('draft/u1/comment/p1')
const onTheWay = () => localStorage.getItem('draft/u1/comment/p1/sent')

test('a draft is there again', async () => {
  localStorage.setItem('draft/u1/comment/p1', 'Half a thou')
  const { user } = await open({})
  expect(field().value).toBe('Half a thou')
  expect(screen.getByText('Draft restored')).toBeTruthy()
  await user.type(field(), 'ght')
  expect(screen.queryByText('Draft restored')).toBeNull()
})

test('what was on its way when the tab was killed is there again', async () => {
  localStorage.setItem('draft/u1/comment/p1/sent', 'How lovely')
  localStorage.setItem('draft/u1/comment/p1', 'And')
  await open({})
  expect(field().value).toBe('How lovely\n\nAnd')
  expect(screen.getByText('Draft restored')).toBeTruthy()
  expect([draft(), onTheWay()]).toEqual(['How lovely\n\nAnd', null])
})

test('what had arrived all the same is not said again', async () => {
  localStorage.setItem('draft/u1/comment/p1/sent', 'How lovely ')
  const kept = comment('c2', { uid: 'u1', text: 'How lovely' })
  await open({ '/api/comments': () => [200, [comment('c1'), kept]] })
  expect(field().value).toBe('')
  expect(screen.queryByText('Draft restored')).toBeNull()
  expect(onTheWay()).toBeNull()
})

test('one that is refused after its page was left is there when one comes back', async () => {
  let answer = () => {}
  const { user } = await open({
    '/api/comments/add': () =>
      new Promise((resolve) => {
        answer = () => resolve([500])
      }),
  })
  await user.type(field(), 'How lovely')
  await user.click(screen.getByRole('button', { name: 'Comment' }))
  act(() => navigate('/about'))
  await screen.findByRole('heading', { level: 1, name: /about/i })
  act(() => navigate('/posts/p1'))
  await screen.findByText('Words c1')
  expect(field().value).toBe('')
  answer()
  await waitFor(() => expect(field().value).toBe('How lovely'))
  expect(onTheWay()).toBeNull()
})

import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createQueryClient } from '../../api/query-client'
import { currentPage } from '../../entities/post/overlay'
import { type Post, postKeys } from '../../entities/post/post'
import { usePost } from '../../entities/post/queries'
import { chooseDisplay } from '../../lib/display'
import { address, signInAs } from '../../testing/render-app'
import { serve } from '../../testing/server'
import { post, TOPIC, threadPage } from '../../testing/thread-fixtures'
import { Toasts } from '../../ui/Toasts'
import { LikeButton } from './LikeButton'

beforeEach(() => signInAs('u1'))
afterEach(() => chooseDisplay('screen'))

const THREAD = postKeys.thread(TOPIC.code)

function Shown() {
  const one = usePost('p1')
  return one && <LikeButton post={one} />
}

/** The same post twice, as in a thread and in the preview above it. */
function show() {
  const queryClient = createQueryClient()
  queryClient.setQueryData(THREAD, { pages: [threadPage(post('p1'))], pageParams: [0] })
  render(
    <QueryClientProvider client={queryClient}>
      <Shown />
      <Shown />
      <Toasts />
    </QueryClientProvider>,
  )
  const inThread = () =>
    queryClient
      .getQueryData<{ pages: ReturnType<typeof threadPage>[] }>(THREAD)
      ?.pages.map(currentPage)[0]
  const refetch = (fresh: Post) =>
    act(() => {
      queryClient.setQueryData<Post>(postKeys.detail(fresh.id), fresh)
    })
  return { user: userEvent.setup(), inThread, refetch }
}

const buttons = () => screen.getAllByRole('button', { name: /^Like \(\d+\) “Page p1”$/ })
const press = () => buttons()[0] as HTMLElement
/** Whether it is on, and how many like it: of both buttons. */
const states = () =>
  buttons().map(
    (button) => `${button.getAttribute('aria-pressed')} ${button.getAttribute('aria-label')}`,
  )

/** A server that answers when it is told to. */
function hold() {
  const answers: (() => void)[] = []
  const held = (liked: boolean) => () =>
    new Promise<[number, unknown]>((resolve) =>
      answers.push(() => resolve([200, { pid: 'p1', likes: liked ? 41 : 40, liked }])),
    )
  const { calls } = serve({ '/api/like/add': held(true), '/api/like/remove': held(false) })
  const told = () => calls.map(({ path }) => path.replace('/api/like/', ''))
  return { told, answer: () => act(async () => answers.shift()?.()), calls }
}

test('a like shows at once, and then as the server has it, wherever the post is', async () => {
  const { told, answer, calls } = hold()
  const { user, inThread } = show()
  expect(states()).toEqual(['false Like (12) “Page p1”', 'false Like (12) “Page p1”'])
  await user.click(press())
  expect(states()).toEqual(['true Like (13) “Page p1”', 'true Like (13) “Page p1”'])
  expect(told()).toEqual(['add'])
  expect(calls[0]?.body).toEqual({ uid: 'u1', pid: 'p1' })
  await answer()
  await waitFor(() => expect(states()[0]).toBe('true Like (41) “Page p1”'))
  expect(inThread()).toMatchObject({ results: [{ likes: 41, liked: true }] })
})

test('ten fast presses are one request at a time, and end with the last', async () => {
  const { told, answer } = hold()
  const { user } = show()
  for (let times = 0; times < 10; times += 1) await user.click(buttons()[times % 2] as HTMLElement)
  expect(states()[0]).toBe('false Like (12) “Page p1”')
  expect(told()).toEqual(['add'])
  await answer()
  await waitFor(() => expect(told()).toEqual(['add', 'remove']))
  await answer()
  await waitFor(() => expect(states()).toEqual(Array(2).fill('false Like (40) “Page p1”')))
  expect(told()).toHaveLength(2)
})

test('a like that is not saved is put back, and said; it can be tried again', async () => {
  let fails = true
  serve({ '/api/like/add': () => (fails ? [500] : [200, { pid: 'p1', likes: 13, liked: true }]) })
  const { user } = show()
  await user.click(press())
  expect(
    await screen.findByText(
      'Your like could not be saved. Something went wrong. Please try again.',
    ),
  ).toBeTruthy()
  expect(states()).toEqual(Array(2).fill('false Like (12) “Page p1”'))
  fails = false
  await user.click(press())
  await waitFor(() => expect(states()).toEqual(Array(2).fill('true Like (13) “Page p1”')))
})

test('who is not signed in does that first, and comes back', async () => {
  localStorage.clear()
  window.history.replaceState(null, '', '/posts/p1')
  const { calls } = serve({})
  const { user } = show()
  await user.click(press())
  expect(address()).toBe('/signin?last=posts/p1')
  expect(calls).toEqual([])
})

test('on paper display it is written out', () => {
  act(() => chooseDisplay('paper'))
  show()
  expect(press().textContent).toBe('Like (12)')
})

test('what is fetched later is newer than a like of before', async () => {
  const { answer } = hold()
  const { user, refetch } = show()
  await user.click(press())
  await answer()
  await waitFor(() => expect(states()[0]).toBe('true Like (41) “Page p1”'))
  // The like was removed in another browser.
  refetch(post('p1'))
  await waitFor(() => expect(states()[0]).toBe('false Like (12) “Page p1”'))
})

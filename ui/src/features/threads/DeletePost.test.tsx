import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createQueryClient } from '../../api/query-client'
import { currentPage } from '../../entities/post/overlay'
import type { Post } from '../../entities/post/post'
import { postKeys } from '../../entities/post/post'
import { usePost } from '../../entities/post/queries'
import { signInAs } from '../../testing/render-app'
import { refusal, serve } from '../../testing/server'
import { post, TOPIC, threadPage } from '../../testing/thread-fixtures'
import { Toasts } from '../../ui/Toasts'
import { DeletePost } from './DeletePost'

beforeEach(() => signInAs('u1'))
afterEach(() => {
  for (const close of screen.queryAllByRole('button', { name: /Close/ })) fireEvent.click(close)
})

const THREAD = postKeys.thread(TOPIC.code)
const mine = (id: string) => post(id, { uid: 'u1' })

function Card({ id }: { id: string }) {
  const one = usePost(id)
  if (!one) return null
  return (
    <article>
      <a id={`post-${id}`} href={`/posts/${id}`}>
        {one.caption}
      </a>
      <DeletePost post={one} />
    </article>
  )
}

/** Two pages of a thread, as they are cached. */
function show(...pages: Post[][]) {
  const queryClient = createQueryClient()
  const fetched = pages.map((posts) => threadPage(...posts))
  queryClient.setQueryData(THREAD, { pages: fetched, pageParams: pages.map((_, page) => page) })
  render(
    <QueryClientProvider client={queryClient}>
      {pages.map((posts) => posts.map(({ id }) => <Card key={id} id={id} />))}
      <Toasts />
    </QueryClientProvider>,
  )
  const thread = () =>
    queryClient
      .getQueryData<{ pages: ReturnType<typeof threadPage>[] }>(THREAD)
      ?.pages.map(currentPage)
  return {
    user: userEvent.setup(),
    queryClient,
    listed: () => thread()?.map(({ results }) => results.map(({ id }) => id)),
    counts: () => thread()?.map(({ total, thread }) => [total, thread.topic.postCount]),
  }
}

const remove = (id: string) => screen.getByRole('button', { name: `Delete “Page ${id}”` })
const cards = () => screen.queryAllByRole('link').map(({ textContent }) => textContent)
const focused = () => document.activeElement?.textContent

test('only who has posted it can delete it', () => {
  show([mine('p1'), post('p2')])
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Delete “Page p1”',
  ])
})

test('it is gone at once wherever it was, and Undo brings it back to its place with the focus', async () => {
  let answer = () => {}
  const { calls } = serve({
    '/api/posts/remove/p2': () =>
      new Promise((resolve) => {
        answer = () => resolve([204])
      }),
    '/api/posts/restore/p2': () => [204],
  })
  const { user, listed, counts } = show([mine('p1'), mine('p2')], [mine('p3')])
  await user.click(remove('p2'))
  expect(await screen.findByText('Deleted.')).toBeTruthy()
  await waitFor(() => expect(cards()).toEqual(['Page p1', 'Page p3']))
  expect(listed()).toEqual([['p1'], ['p3']])
  expect(counts()).toEqual(Array(2).fill([3, 3]))
  expect(focused()).toBe('Page p3')

  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(cards()).toEqual(['Page p1', 'Page p2', 'Page p3']))
  await waitFor(() => expect(focused()).toBe('Page p2'))
  expect(listed()?.reduce((all, some) => all.concat(some))).toEqual(['p1', 'p2', 'p3'])
  expect(counts()).toEqual(Array(2).fill([4, 4]))
  // The server cannot restore what it has not removed yet.
  expect(calls.map(({ path }) => path)).toEqual(['/api/posts/remove/p2'])
  await act(async () => answer())
  await waitFor(() =>
    expect(calls.map(({ path }) => path)).toEqual([
      '/api/posts/remove/p2',
      '/api/posts/restore/p2',
    ]),
  )
})

test('two that were deleted come back in their order, by the keyboard too', async () => {
  const done = () => [204] as [number]
  serve({
    '/api/posts/remove/p1': done,
    '/api/posts/remove/p2': done,
    '/api/posts/restore/p1': done,
    '/api/posts/restore/p2': done,
  })
  const { user, listed } = show([mine('p1'), mine('p2'), mine('p3')])
  await user.click(remove('p1'))
  await user.click(remove('p2'))
  expect(screen.getAllByText('Deleted.')).toHaveLength(2)
  await user.click(screen.getAllByRole('button', { name: 'Undo' })[0] as HTMLElement)
  await waitFor(() => expect(listed()).toEqual([['p1', 'p3']]))
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(listed()).toEqual([['p1', 'p2', 'p3']]))
})

test('what may not be deleted is put back, and said', async () => {
  serve({ '/api/posts/remove/p1': () => [403, refusal('denied', 'You cannot delete this.')] })
  const { user, listed, counts } = show([mine('p1'), mine('p2')])
  await user.click(remove('p1'))
  expect(await screen.findByText('It could not be deleted. You cannot delete this.')).toBeTruthy()
  expect(screen.queryByText('Deleted.')).toBeNull()
  expect(listed()).toEqual([['p1', 'p2']])
  expect(counts()).toEqual([[4, 4]])
  await waitFor(() => expect(cards()).toEqual(['Page p1', 'Page p2']))
})

test('what cannot be restored goes again, and that is said', async () => {
  serve({
    '/api/posts/remove/p1': () => [204],
    '/api/posts/restore/p1': () => [404, refusal('not-found', 'It is too late.')],
  })
  const { user, listed } = show([mine('p1'), mine('p2')])
  await user.click(remove('p1'))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('It could not be restored. It is too late.')).toBeTruthy()
  expect(listed()).toEqual([['p2']])
})

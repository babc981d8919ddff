import { act, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeUploads, openNewPost, sendPost } from '../../testing/new-post'
import { FakeUpload } from '../../testing/server'
import { post } from '../../testing/thread-fixtures'

const KEY = 'idempotency-key'

beforeEach(fakeUploads)
afterEach(() => vi.useRealTimers())

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))
const last = () => FakeUpload.last as FakeUpload

test('a lost connection is waited for, then there is Retry, and nothing is lost', async () => {
  const opened = await openNewPost({ '/api/posts/describe': () => [200, post('p9')] })
  const { dialog, user, bodiesOf } = opened
  const first = await sendPost(opened)
  vi.useFakeTimers()
  act(() => first.progress(40))
  expect(dialog.getByText('Sending… 40%')).toBeTruthy()
  for (const pause of [1, 3, 9]) {
    act(() => last().lose())
    await pass(0)
    expect(dialog.getByText('Connection lost, retrying')).toBeTruthy()
    expect(dialog.queryByRole('alert')).toBeNull()
    await pass(pause)
    expect(dialog.getByText('Sending… 0%')).toBeTruthy()
    expect(last().headers[KEY]).toBe(first.headers[KEY])
  }
  const fourth = last()
  act(() => fourth.lose())
  await pass(0)
  vi.useRealTimers()
  expect(dialog.getByRole('alert').textContent).toContain('Inkfold can’t be reached.')
  expect(dialog.getByText('page.png')).toBeTruthy()

  // Words may be changed meanwhile. What had arrived before has the old ones.
  const caption = dialog.getByLabelText('Caption (optional)')
  await user.clear(caption)
  await user.type(caption, 'Better words')
  await user.click(dialog.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(last()).not.toBe(fourth))
  expect(last().headers[KEY]).toBe(first.headers[KEY])
  expect(last().form?.get('caption')).toBe('Better words')
  act(() => last().answer(201, post('p9', { caption: 'First ink', alt: 'A line.' })))
  expect(await dialog.findByText(/It is pending/)).toBeTruthy()
  expect(bodiesOf('/api/posts/describe')).toEqual([
    { id: 'p9', caption: 'Better words', alt: 'A line.' },
  ])
})

test('a server that fails offers Retry, and has nothing raw to say', async () => {
  const opened = await openNewPost()
  const { dialog, user } = opened
  const first = await sendPost(opened)
  act(() => first.answer(500, 'TypeError: undefined is not a function'))
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'Something went wrong. Please try again.Retry',
  )
  await user.click(dialog.getByRole('button', { name: 'Choose another' }))
  expect(dialog.queryByRole('alert')).toBeNull()
})

test('words that are changed while the page is sent are the words of the post', async () => {
  const opened = await openNewPost({ '/api/posts/describe': () => [200, post('p9')] })
  const { dialog, user, bodiesOf } = opened
  const upload = await sendPost(opened)
  await user.type(dialog.getByLabelText('Caption (optional)'), ' on grey')
  act(() => upload.answer(201, post('p9', { caption: 'First ink', alt: 'A line.' })))
  expect(await dialog.findByText(/It is pending/)).toBeTruthy()
  expect(bodiesOf('/api/posts/describe')).toEqual([
    { id: 'p9', caption: 'First ink on grey', alt: 'A line.' },
  ])
  expect(localStorage.getItem('draft/u1/post/ink/caption')).toBeNull()
})

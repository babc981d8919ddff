import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import {
  dialog as dialogOf,
  dragOver,
  drop,
  fakeUploads,
  openNewPost,
  openThread,
  PNG,
  paste,
  SIGNATURE,
  sendPost,
  ZONE,
} from '../../testing/new-post'
import { address, renderApp } from '../../testing/render-app'
import { FakeUpload, refusal, serve } from '../../testing/server'
import { pagesOf, TOPIC } from '../../testing/thread-fixtures'

const GUARD = 'Your page is still being sent.'

beforeEach(fakeUploads)

test('a page is chosen, seen, described and sent; then it waits to be published', async () => {
  const opened = await openNewPost()
  const { dialog, calls } = opened
  const upload = await sendPost(opened)
  expect(upload.path).toBe('/api/upload/u1/t1/ink')
  expect(upload.form?.get('image')).toBeInstanceOf(File)
  expect(upload.form?.get('caption')).toBe('First ink')
  expect(upload.form?.get('alt')).toBe('A line.')
  act(() => upload.progress(40))
  expect(dialog.getByText('Sending… 40%')).toBeTruthy()
  act(() => upload.progress(100))
  expect(dialog.getByText('Checking your page…')).toBeTruthy()
  const asked = () => calls.filter(({ path }) => path === '/api/usr/posts').length
  const before = asked()
  act(() => upload.answer(201, { msg: 'Uploaded.' }))
  expect(await dialog.findByText(/It is pending/)).toBeTruthy()
  const link = dialog.getByRole('link', { name: 'Go to your pending posts' })
  expect(link.getAttribute('href')).toBe('/activate/posts')
  await waitFor(() => expect(asked()).toBe(before + 1))
  expect(localStorage.getItem('draft/u1/post/ink/caption')).toBeNull()
})

test('only one PNG is taken, by its name, its kind and its first bytes', async () => {
  const { user, dialog } = await openNewPost()
  await user.click(dialog.getByRole('button', { name: 'Upload' }))
  expect(dialog.getByRole('alert').textContent).toBe('No file selected.')
  drop(new File(['GIF89a'], 'page.gif', { type: 'image/gif' }))
  expect(await dialog.findByText('Please select a PNG file.')).toBeTruthy()
  drop(new File(['GIF89a with a wrong name'], 'page.png', { type: 'image/png' }))
  expect(await dialog.findByText('Please select a PNG file.')).toBeTruthy()
  drop(new File([SIGNATURE], 'page.jpg', { type: 'image/jpeg' }))
  expect(await dialog.findByText('Please select a PNG file.')).toBeTruthy()
  // Some tablets name no kind.
  drop(new File([SIGNATURE], 'page.PNG'))
  expect(await dialog.findByAltText('The page you have chosen')).toBeTruthy()
  expect(dialog.queryByRole('alert')).toBeNull()
  expect(FakeUpload.last).toBeUndefined()
})

test('one of several is taken, the first that can be', async () => {
  const { dialog } = await openNewPost()
  drop(new File(['words'], 'note.docx', { type: 'application/msword' }), PNG)
  expect(await dialog.findByText('One file at a time: “page.png” was added.')).toBeTruthy()
  expect(await dialog.findByAltText('The page you have chosen')).toBeTruthy()
})

test('a page that is too large is refused before it is sent', async () => {
  const { dialog } = await openNewPost()
  const large = new File([SIGNATURE], 'large.png', { type: 'image/png' })
  Object.defineProperty(large, 'size', { value: 60_000_000 })
  drop(large)
  const words = '“large.png” is 60.0 MB. The limit is 32 MB.'
  expect(await dialog.findByText(words)).toBeTruthy()
  expect(FakeUpload.last).toBeUndefined()
})

test.each([
  ['dropped', drop],
  ['pasted', paste],
])('a page that is %s makes the row that a chosen one makes', async (_, bring) => {
  const { user, button } = await openThread()
  // Anywhere on the thread, with nothing opened before.
  dragOver()
  expect(screen.getByText('Drop it anywhere')).toBeTruthy()
  bring(PNG)
  const brought = await dialogOf()
  const row = (await brought.findByText('page.png')).parentElement?.parentElement?.parentElement
  const words = row?.textContent
  expect(words).toContain('1 kB')
  await user.click(brought.getByRole('button', { name: 'Choose another' }))
  await user.click(brought.getByRole('button', { name: 'Close' }))
  await user.click(button)
  const dialog = await dialogOf()
  await user.upload(dialog.getByLabelText(ZONE), PNG)
  const chosen = (await dialog.findByText('page.png')).parentElement?.parentElement?.parentElement
  expect(chosen?.textContent).toBe(words)
})

test('what the server refuses stays, with its words', async () => {
  const opened = await openNewPost()
  const upload = await sendPost(opened)
  act(() => upload.answer(409, refusal('conflict', 'Twenty posts wait already.')))
  const { dialog, user } = opened
  expect((await dialog.findByRole('alert')).textContent).toContain('Twenty posts wait already.')
  expect(dialog.getByAltText('The page you have chosen')).toBeTruthy()
  expect(dialog.getByLabelText('Caption (optional)')).toHaveProperty('value', 'First ink')
  FakeUpload.last = undefined
  await user.click(dialog.getByRole('button', { name: 'Upload' }))
  await waitFor(() => expect(FakeUpload.last?.form?.get('caption')).toBe('First ink'))
  const error = 'This picture is too large.'
  act(() => FakeUpload.last?.answer(422, refusal('invalid', 'Not valid.', { image: error })))
  expect(await dialog.findByText(error)).toBeTruthy()
})

test('a caption that is too long stays and is not sent', async () => {
  const { user, dialog } = await openNewPost()
  await user.upload(dialog.getByLabelText(ZONE), PNG)
  await dialog.findByAltText('The page you have chosen')
  const caption = dialog.getByLabelText('Caption (optional)')
  await user.click(caption)
  await user.paste('é'.repeat(201))
  await user.click(dialog.getByRole('button', { name: 'Upload' }))
  expect(dialog.getByText('1 character too many.')).toBeTruthy()
  expect(document.activeElement).toBe(caption)
  expect(FakeUpload.last).toBeUndefined()
})

test('closing and leaving while it is sent is asked about; stopping keeps everything', async () => {
  const opened = await openNewPost()
  const { user, dialog } = opened
  const upload = await sendPost(opened)
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  expect(dialog.getByText(GUARD)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Keep sending' }))
  expect(dialog.queryByText(GUARD)).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(upload.aborted).toBe(true)
  await waitFor(() => expect(dialog.queryByText(/^Sending/)).toBeNull())
  expect(dialog.queryByRole('alert')).toBeNull()
  expect(dialog.getByAltText('The page you have chosen')).toBeTruthy()
  // Without an upload, no question is asked, and the draft is restored next time.
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Upload a page' }))
  expect(screen.getByLabelText('Caption (optional)')).toHaveProperty('value', 'First ink')
})

test('leaving the page while it is sent is asked about', async () => {
  const opened = await openNewPost()
  await sendPost(opened)
  const { user } = opened
  const library = screen.getAllByRole('link', { name: 'Library', hidden: true })[0]
  await user.click(library as HTMLElement)
  const question = within(await screen.findByRole('dialog', { name: 'Leave this page?' }))
  expect(question.getByText(/still being sent/)).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Stay here' }))
  expect(address()).toBe('/thread/ink')
  expect(FakeUpload.last?.aborted).toBe(false)
})

test('somebody who is not signed in does that first, and comes back', async () => {
  localStorage.clear()
  serve({
    '/api/topics': (_, query) => (query.get('code') ? [200, TOPIC] : [200, [TOPIC]]),
    '/api/thread/post/list/page': pagesOf(1),
  })
  const user = renderApp('/thread/ink')
  await user.click(await screen.findByRole('button', { name: 'Upload a page' }))
  await waitFor(() => expect(address()).toBe('/signin?last=thread/ink'))
})

import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { FakeUpload, refusal, serve } from '../../testing/server'
import { pagesOf, TOPIC } from '../../testing/thread-samples'
import { address, signInAs, visit } from '../../testing/visit'

const SIGNATURE = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const PNG = new File([SIGNATURE, 'ink'], 'page.png', { type: 'image/png' })

const TITLE = { name: 'Upload a page to Ink' }
const ZONE = /Drop your PNG here/
const GUARD = 'Your page is still being sent.'

beforeEach(() => {
  signInAs('u1')
  FakeUpload.last = undefined
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:page')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
})

async function open(pending: unknown = []) {
  const server = serve({
    '/api/topics': (_, query) => (query.get('code') ? [200, TOPIC] : [200, [TOPIC]]),
    '/api/thread/post/list/page': pagesOf(1),
    '/api/usr/posts': () => [200, pending],
  })
  const user = visit('/thread/ink')
  await user.click(await screen.findByRole('button', { name: 'Upload a page' }))
  return { ...server, user, dialog: within(await screen.findByRole('dialog', TITLE)) }
}

type Opened = Awaited<ReturnType<typeof open>>

/** Chosen in a window that does not look at kinds. */
function drop(...files: File[]) {
  const event = Object.assign(new Event('drop', { bubbles: true }), { dataTransfer: { files } })
  act(() => void window.dispatchEvent(event))
}

async function send({ user, dialog }: Opened) {
  await user.upload(dialog.getByLabelText(ZONE), PNG)
  await dialog.findByAltText('The page you have chosen')
  await user.type(dialog.getByLabelText('Caption (optional)'), 'First ink')
  await user.type(dialog.getByLabelText('What it says or shows (optional)'), 'A line.')
  await user.click(dialog.getByRole('button', { name: 'Upload' }))
  await waitFor(() => expect(FakeUpload.last?.form).toBeTruthy())
  return FakeUpload.last as FakeUpload
}

test('a page is chosen, seen, described and sent; then it waits to be published', async () => {
  const opened = await open()
  const { dialog, calls } = opened
  const upload = await send(opened)
  expect(upload.path).toBe('/api/upload/u1/t1/ink')
  expect(upload.form?.get('image')).toBeInstanceOf(File)
  expect(upload.form?.get('caption')).toBe('First ink')
  expect(upload.form?.get('alt')).toBe('A line.')
  act(() => upload.progress(40))
  expect(dialog.getByText('Sending… 40 %')).toBeTruthy()
  act(() => upload.progress(100))
  expect(dialog.getByText('Looking at your page…')).toBeTruthy()
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
  const { user, dialog } = await open()
  await user.click(dialog.getByRole('button', { name: 'Upload' }))
  expect(dialog.getByRole('alert').textContent).toBe('No file selected.')
  drop(new File(['GIF89a'], 'page.gif', { type: 'image/gif' }))
  expect(await dialog.findByText('Please select a PNG file.')).toBeTruthy()
  drop(PNG, PNG)
  expect(await dialog.findByText('Please select one picture.')).toBeTruthy()
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

test('a pasted page is as good as a dropped one', async () => {
  const { dialog } = await open()
  const files = [PNG]
  const paste = Object.assign(new Event('paste', { bubbles: true }), { clipboardData: { files } })
  act(() => void window.dispatchEvent(paste))
  expect(await dialog.findByText('page.png')).toBeTruthy()
})

test('what the server refuses stays, with its words', async () => {
  const opened = await open()
  const upload = await send(opened)
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
  const { user, dialog } = await open()
  await user.upload(dialog.getByLabelText(ZONE), PNG)
  await dialog.findByAltText('The page you have chosen')
  const caption = dialog.getByLabelText('Caption (optional)')
  await user.click(caption)
  await user.paste('é'.repeat(201))
  await user.click(dialog.getByRole('button', { name: 'Upload' }))
  expect(dialog.getByText('At most 200 characters fit.')).toBeTruthy()
  expect(document.activeElement).toBe(caption)
  expect(FakeUpload.last).toBeUndefined()
})

test('closing and leaving while it is sent is asked about; stopping keeps everything', async () => {
  const opened = await open()
  const { user, dialog } = opened
  const upload = await send(opened)
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  expect(dialog.getByText(GUARD)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Keep sending' }))
  expect(dialog.queryByText(GUARD)).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(upload.aborted).toBe(true)
  await waitFor(() => expect(dialog.queryByText(/^Sending/)).toBeNull())
  expect(dialog.queryByRole('alert')).toBeNull()
  expect(dialog.getByAltText('The page you have chosen')).toBeTruthy()
  // Nothing is being sent any more, so nothing is asked; the words are there the next time.
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Upload a page' }))
  expect(screen.getByLabelText('Caption (optional)')).toHaveProperty('value', 'First ink')
})

test('leaving the page while it is sent is asked about', async () => {
  const opened = await open()
  await send(opened)
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
  const user = visit('/thread/ink')
  await user.click(await screen.findByRole('button', { name: 'Upload a page' }))
  await waitFor(() => expect(address()).toBe('/signin?last=thread/ink'))
})

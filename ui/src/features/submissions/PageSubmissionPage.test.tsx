import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { setStored } from '../../lib/storage'
import { BOOK, NO_MEMOS, QUESTIONS, textMemo } from '../../testing/fixtures'
import { renderApp, signInAs } from '../../testing/render-app'
import { FakeUpload, refusal, serve } from '../../testing/server'

const HERE = '/book/contribute/post/page/b1'

const PAGE_MEMO = { ...textMemo('smell', ''), type: 'page', post: null, img: '/media/p.png' }

const serveBook = (memos: () => unknown[]) =>
  serve({
    '/api/book': () => [200, BOOK],
    '/api/questions': () => [200, QUESTIONS],
    '/api/memo/usr/count': () => [200, NO_MEMOS],
    '/api/memo/list': () => [200, memos()],
    '/api/memo/describe': () => [200, PAGE_MEMO],
  })

const open = async (user: ReturnType<typeof renderApp>, number: number) => {
  const name = new RegExp(`^Question ${number}`)
  await user.click(await screen.findByRole('button', { name }, { timeout: 5000 }))
  return within(await screen.findByRole('dialog'))
}

const drop = async (
  user: ReturnType<typeof renderApp>,
  dialog: Awaited<ReturnType<typeof open>>,
) => {
  const file = new File(['%PDF-1.7'], 'drawing.pdf', { type: 'application/pdf' })
  await user.upload(dialog.getByLabelText(/Drop Your PDF Here or Click to Browse/), file)
  await waitFor(() => expect(FakeUpload.last?.form?.get('file')).toBe(file))
  return FakeUpload.last as FakeUpload
}

beforeEach(() => {
  signInAs('u1')
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
})

test('a page is dropped, shown as it is kept, and done', async () => {
  let memos: unknown[] = []
  const { bodiesOf } = serveBook(() => memos)
  const user = renderApp(HERE)
  const dialog = await open(user, 1)
  expect(dialog.getByRole('button', { name: 'Done' })).toHaveProperty('disabled', true)
  const upload = await drop(user, dialog)
  expect(upload.path).toBe('/api/memo/page/publish')
  expect([...(upload.form?.keys() ?? [])].sort()).toEqual(['bid', 'file', 'qid', 'uid'])
  expect(upload.form?.get('qid')).toBe('smell')
  act(() => upload.progress(40))
  expect(dialog.getByText('Sending… 40%')).toBeTruthy()
  memos = [PAGE_MEMO]
  act(() => upload.answer(201, { memo: PAGE_MEMO, base64Image: 'AAAA' }))
  const picture = await dialog.findByAltText('Your page on: What about the smell?')
  expect(picture.getAttribute('src')).toBe('data:image/png;base64,AAAA')
  await user.type(dialog.getByLabelText(/^Transcription/), 'A map.')
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodiesOf('/api/memo/describe')).toEqual([{ id: 'm-smell', alt: 'A map.' }])
  const card = await screen.findByAltText('Your page on: What about the smell?')
  expect(card.getAttribute('src')).toBe('/media/p.png')
})

test('words that were typed beside a page are there when its question is opened again', async () => {
  const { bodiesOf } = serveBook(() => [PAGE_MEMO])
  const user = renderApp(HERE)
  const words = /^Transcription/
  const first = await open(user, 1)
  await user.type(first.getByLabelText(words), 'A map.')
  await user.click(first.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const dialog = await open(user, 1)
  expect(dialog.getByLabelText(words)).toHaveProperty('value', 'A map.')
  expect(dialog.getByRole('button', { name: 'Done' })).toHaveProperty('disabled', true)
  await user.click(dialog.getByRole('button', { name: 'Save transcription' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodiesOf('/api/memo/describe')).toEqual([{ id: 'm-smell', alt: 'A map.' }])
  expect(localStorage.getItem('draft/u1/memo/m-smell')).toBeNull()
})

test('a refusal keeps its words and lets the file go', async () => {
  serveBook(() => [])
  const user = renderApp(HERE)
  const dialog = await open(user, 2)
  const upload = await drop(user, dialog)
  const error = 'This PDF has more than one page. Export only the page that is your answer.'
  act(() => upload.answer(422, { error, code: 'several-pages' }))
  expect(await dialog.findByText(error)).toBeTruthy()
  expect(dialog.queryByText('drawing.pdf')).toBeNull()
  // Only the last word about a file stands there.
  const zone = dialog.getByLabelText(/Drop Your PDF Here or Click to Browse/)
  const dropped = new Event('drop', { bubbles: true })
  Object.assign(dropped, {
    dataTransfer: { files: [new File(['x'], 'note.docx', { type: 'application/msword' })] },
  })
  act(() => void zone.dispatchEvent(dropped))
  expect(await dialog.findByText(/neither a PDF nor a PNG/)).toBeTruthy()
  expect(dialog.queryByText(error)).toBeNull()
  expect(dialog.getByLabelText(/Drop Your PDF Here or Click to Browse/)).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Done' })).toHaveProperty('disabled', true)
})

test('what is no page is not sent', async () => {
  serveBook(() => [])
  const user = renderApp(HERE)
  const dialog = await open(user, 1)
  const zone = dialog.getByLabelText(/Drop Your PDF Here or Click to Browse/)
  const text = new File(['words'], 'diary.txt', { type: 'text/plain' })
  const drop = new Event('drop', { bubbles: true })
  Object.assign(drop, { dataTransfer: { files: [text] } })
  act(() => void zone.dispatchEvent(drop))
  expect(await dialog.findByText(/neither a PDF nor a PNG/)).toBeTruthy()
})

test('a page whose connection is lost waits, is asked about, and can be stopped', async () => {
  serveBook(() => [])
  const user = renderApp(HERE)
  const dialog = await open(user, 1)
  const upload = await drop(user, dialog)
  expect(upload.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
  act(() => upload.lose())
  expect(await dialog.findByText('Connection lost, retrying')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  expect(dialog.getByText('Your page is still being sent.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Keep sending' }))
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(dialog.getByLabelText(/Drop Your PDF Here or Click to Browse/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(FakeUpload.last).toBe(upload)
})

test('what the server could not do is done by Retry, under the same name', async () => {
  serveBook(() => [])
  const user = renderApp(HERE)
  const dialog = await open(user, 1)
  const upload = await drop(user, dialog)
  act(() => upload.answer(503, { error: 'Too much at once. Try again soon.', code: 'busy' }))
  expect(await dialog.findByText('Too much at once. Try again soon.')).toBeTruthy()
  expect(dialog.getByText('drawing.pdf')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(FakeUpload.last).not.toBe(upload))
  expect(FakeUpload.last?.headers).toEqual(upload.headers)
  act(() => FakeUpload.last?.answer(201, { memo: PAGE_MEMO, base64Image: 'AAAA' }))
  expect(await dialog.findByAltText('Your page on: What about the smell?')).toBeTruthy()
})

const WAITING = 'An admin has yet to accept you as a member. Until then you can read.'

test('an applicant reads so before choosing a page', async () => {
  setStored({ application: 'waiting' })
  serveBook(() => [])
  const dialog = await open(renderApp(HERE), 1)
  expect(dialog.getByText(WAITING)).toBeTruthy()
})

test('an applicant whose page is refused reads why once', async () => {
  serveBook(() => [])
  const user = renderApp(HERE)
  const dialog = await open(user, 1)
  expect(dialog.queryByText(WAITING)).toBeNull()
  const upload = await drop(user, dialog)
  act(() => upload.answer(403, refusal('acceptance-required', WAITING)))
  expect(await dialog.findAllByText(WAITING)).toHaveLength(1)
})

import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { BOOK, NO_MEMOS, QUESTIONS } from '../../testing/fixtures'
import { address, renderApp, signInAs } from '../../testing/render-app'
import { FakeUpload, refusal, serve } from '../../testing/server'

const OPENED = {
  code: 'K7QMXR',
  link: 'http://ink.example.org/hand-over/K7QMXR',
  qrcode: 'data:image/svg+xml,x',
  expiresAt: { _seconds: 900, _nanoseconds: 0 },
}
const READ = {
  dirtyIndices: [0],
  rects: [{ top: 204, left: 126, width: 560, height: 438 }],
  memos: ['iVBORsmell'],
  labels: [QUESTIONS[0]],
  page: 2,
  picks: [],
  formId: 'f1',
  confidence: 0.96,
  checks: [],
  doubtfulIndices: [],
}
const UNKNOWN = refusal('not-found', 'This code was not found.')

beforeEach(() => vi.stubGlobal('XMLHttpRequest', FakeUpload))

const serveTablet = (progress: () => [number, unknown]) =>
  serve({
    '/api/book': () => [200, BOOK],
    '/api/questions': () => [200, QUESTIONS],
    '/api/memo/usr/count': () => [200, NO_MEMOS],
    '/api/memo/list': () => [200, []],
    '/api/hand-over': () => [201, OPENED],
    '/api/hand-over/K7QMXR': progress,
  })

test('a tablet shows a code, and then what the phone sent', async () => {
  signInAs('u1')
  let asked = 0
  serveTablet(() => {
    asked += 1
    return [200, asked < 2 ? { step: 'waiting' } : { step: 'read', extraction: READ }]
  })
  const user = renderApp('/book/contribute/post/hand/b1')
  // The first page that a test fetches takes a while.
  const button = { name: 'Send it from a phone' }
  await user.click(await screen.findByRole('button', button, { timeout: 5000 }))
  expect(await screen.findByText('K7QMXR')).toBeTruthy()
  expect(screen.getByText('http://ink.example.org/hand-over')).toBeTruthy()
  expect(await screen.findByText(/Waiting for the phone/)).toBeTruthy()
  const found = await screen.findByRole(
    'heading',
    { name: 'We found one answer' },
    { timeout: 4000 },
  )
  expect(found).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByText('The form from your phone')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: /^Question/ })).toHaveLength(1)
  expect(asked).toBe(2)
})

test('a tablet whose code is too old makes another', async () => {
  signInAs('u1')
  const { calls } = serveTablet(() => [404, UNKNOWN])
  const user = renderApp('/book/contribute/post/hand/b1')
  await user.click(await screen.findByRole('button', { name: 'Send it from a phone' }))
  expect((await screen.findByRole('alert')).textContent).toContain('This code was not found.')
  await user.click(screen.getByRole('button', { name: 'Make a new code' }))
  const opened = () => calls.filter(({ path }) => path === '/api/hand-over')
  await waitFor(() => expect(opened()).toHaveLength(2))
})

test('a phone that is not signed in types the code and sends the form', async () => {
  serve({ '/api/hand-over/k7qmxr/book': () => [200, { name: 'The Kitchen Table' }] })
  const user = renderApp('/hand-over')
  await user.type(await screen.findByLabelText('Code'), 'k7qmxr')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(address()).toBe('/hand-over/k7qmxr')
  expect(await screen.findByText('The Kitchen Table')).toBeTruthy()

  const form = new File(['%PDF'], 'page.pdf', { type: 'application/pdf' })
  await user.upload(screen.getByLabelText(/Choose your PDF or PNG/), form)
  await waitFor(() => expect(FakeUpload.last?.form?.get('file')).toBe(form))
  const upload = FakeUpload.last as FakeUpload
  expect(upload.path).toBe('/api/hand-over/k7qmxr/file')
  act(() => upload.answer(422, refusal('blank-form', 'Nothing was found.')))
  expect((await screen.findByRole('alert')).textContent).toContain('Nothing was found.')

  await user.upload(screen.getByLabelText(/Choose your PDF or PNG/), form)
  await waitFor(() => expect(FakeUpload.last).not.toBe(upload))
  act(() => FakeUpload.last?.answer(200, { answers: 2 }))
  expect(await screen.findByText('Your form was read.')).toBeTruthy()
  expect(screen.getByText(/2 answers were found/)).toBeTruthy()
})

test('a phone with a wrong code is told so', async () => {
  serve({ '/api/hand-over/wrong/book': () => [404, UNKNOWN] })
  const user = renderApp('/hand-over/wrong')
  expect((await screen.findByRole('alert')).textContent).toContain('This code was not found.')
  await user.click(screen.getByRole('button', { name: 'Enter another code' }))
  expect(address()).toBe('/hand-over')
})

test('a phone that loses its connection waits, and may be stopped', async () => {
  serve({ '/api/hand-over/k7qmxr/book': () => [200, { name: 'The Kitchen Table' }] })
  const user = renderApp('/hand-over/k7qmxr')
  const form = new File(['%PDF'], 'page.pdf', { type: 'application/pdf' })
  await user.upload(await screen.findByLabelText(/Choose your PDF or PNG/), form)
  await waitFor(() => expect(FakeUpload.last?.form?.get('file')).toBe(form))
  const upload = FakeUpload.last as FakeUpload
  expect(upload.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
  act(() => upload.progress(40))
  expect(screen.getByText('page.pdf')).toBeTruthy()
  expect(screen.getByText('Sending… 40%')).toBeTruthy()
  act(() => upload.lose())
  expect(await screen.findByText('Connection lost, retrying')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByLabelText(/Choose your PDF or PNG/)).toBeTruthy()
})

test('a form that has arrived is not sent again by itself: its code is used up', async () => {
  serve({ '/api/hand-over/k7qmxr/book': () => [200, { name: 'The Kitchen Table' }] })
  const user = renderApp('/hand-over/k7qmxr')
  const form = new File(['%PDF'], 'page.pdf', { type: 'application/pdf' })
  await user.upload(await screen.findByLabelText(/Choose your PDF or PNG/), form)
  await waitFor(() => expect(FakeUpload.last?.form?.get('file')).toBe(form))
  const upload = FakeUpload.last as FakeUpload
  act(() => upload.progress(100))
  act(() => upload.lose())
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeTruthy()
  expect(screen.queryByText('Connection lost, retrying')).toBeNull()
})

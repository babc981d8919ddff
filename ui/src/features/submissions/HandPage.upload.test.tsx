import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { BOOK, NO_MEMOS, QUESTIONS } from '../../testing/fixtures'
import { address, renderApp, signInAs } from '../../testing/render-app'
import { FakeUpload, refusal, serve } from '../../testing/server'

const HERE = '/book/contribute/post/hand/b1'
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

beforeEach(() => {
  signInAs('u1')
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
})

/** A form on its way. */
async function send(more: Parameters<typeof serve>[0] = {}) {
  serve({
    '/api/book': () => [200, BOOK],
    '/api/book/list': () => [200, [BOOK]],
    '/api/questions': () => [200, QUESTIONS],
    '/api/memo/usr/count': () => [200, NO_MEMOS],
    '/api/memo/list': () => [200, []],
    ...more,
  })
  const user = renderApp(HERE)
  const file = new File(['%PDF'], 'page.pdf', { type: 'application/pdf' })
  await user.upload(await screen.findByLabelText(/Choose your PDF or PNG/), file)
  await waitFor(() => expect(FakeUpload.last?.form?.get('pdf')).toBe(file))
  return { user, upload: FakeUpload.last as FakeUpload }
}

test('a form whose connection is lost is sent again under the same name', async () => {
  const { upload } = await send()
  act(() => upload.progress(100))
  act(() => upload.lose())
  expect(await screen.findByText('Connection lost, retrying')).toBeTruthy()
  await waitFor(() => expect(FakeUpload.last).not.toBe(upload))
  expect(FakeUpload.last?.headers['idempotency-key']).toBe(upload.headers['idempotency-key'])
  act(() => FakeUpload.last?.answer(200, READ))
  expect(await screen.findByRole('heading', { name: 'We found one answer' })).toBeTruthy()
})

test('leaving what was read asks once, and what was submitted is left freely', async () => {
  const { user, upload } = await send({ '/api/memo/handwriting/publish': () => [201, {}] })
  act(() => upload.answer(200, READ))
  await user.click(await screen.findByRole('button', { name: /^Type it out/ }))
  await user.type(screen.getByLabelText(/^Transcription/), 'Bread.')
  const bar = within(screen.getByRole('navigation', { name: 'Main' }))
  await user.click(bar.getByRole('link', { name: 'Library' }))
  expect(screen.getByText(/Your answers aren’t submitted yet/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Stay here' }))
  expect(address()).toBe(HERE)
  expect(screen.getByLabelText(/^Transcription/)).toHaveProperty('value', 'Bread.')
  await user.click(screen.getByRole('button', { name: 'Submit one answer' }))
  await waitFor(() => expect(address()).toBe('/finished'))
  expect(screen.queryByText(/aren’t submitted yet/)).toBeNull()
})

test('whoever is signed out by the server comes to sign-in as well', async () => {
  const words = 'Please sign in.'
  const { user, upload } = await send({
    '/api/memo/handwriting/publish': () => [401, refusal('unauthenticated', words)],
  })
  act(() => upload.answer(200, READ))
  await user.click(await screen.findByRole('button', { name: 'Submit one answer' }))
  await waitFor(() => expect(address()).toMatch(/^\/signin\?last=book/))
  expect(screen.queryByText(/aren’t submitted yet/)).toBeNull()
})

test('whoever signs out comes to sign-in, and is asked nothing there', async () => {
  const { user, upload } = await send({ '/signout': () => [204] })
  act(() => upload.answer(200, READ))
  await screen.findByRole('button', { name: 'Submit one answer' })
  await user.click(screen.getByRole('button', { name: 'Menu' }))
  await user.click(screen.getByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(address()).toMatch(/^\/signin/))
  expect(screen.queryByText(/aren’t submitted yet/)).toBeNull()
})

test('an upload can be cancelled', async () => {
  const { user, upload } = await send()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(upload.aborted).toBe(true)
  expect(await screen.findByLabelText(/Choose your PDF or PNG/)).toBeTruthy()
})

test('leaving during an upload asks once', async () => {
  const { user } = await send()
  const bar = within(screen.getByRole('navigation', { name: 'Main' }))
  await user.click(bar.getByRole('link', { name: 'Library' }))
  expect(address()).toBe(HERE)
  await user.click(screen.getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(address()).toBe('/library'))
})

test('the pages of a long file are counted while it is read', async () => {
  const steps = [
    { step: 'queued', page: 0, pages: 0 },
    { step: 'searching', page: 7, pages: 20 },
    { step: 'reading', page: 4, pages: 8 },
  ]
  const asked: string[] = []
  vi.stubGlobal('crypto', { ...crypto, getRandomValues: (bytes: Uint8Array) => bytes.fill(7) })
  const name = '07'.repeat(16)
  const { upload } = await send({
    [`/api/extract/${name}`]: () => {
      asked.push(name)
      return [200, steps[asked.length - 1] ?? steps[2]]
    },
  })
  act(() => upload.progress(100))
  const find = (words: string) => screen.findByText(words, {}, { timeout: 3000 })
  expect(await find('Reading your handwriting…')).toBeTruthy()
  expect(await find('Waiting for other uploads…')).toBeTruthy()
  expect(await find('Looking for your form: page 7 of 20…')).toBeTruthy()
  expect(screen.getByRole('progressbar', { name: /Looking for your form/ })).toHaveProperty(
    'value',
    35,
  )
  expect(await find('Reading your handwriting: page 4 of 8…')).toBeTruthy()
  const count = asked.length
  act(() => upload.answer(200, READ))
  expect(await screen.findByRole('heading', { name: 'We found one answer' })).toBeTruthy()
  expect(asked.length).toBeLessThanOrEqual(count + 1)
})

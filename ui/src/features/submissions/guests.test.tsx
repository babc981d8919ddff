import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { NO_MEMOS } from '../../testing/fixtures'
import { signInGuest, waitingMemo } from '../../testing/guest'
import { add, HERE, pdf, READ, serveBook } from '../../testing/hand-page'
import { playPrizePeg } from '../../testing/prize'
import { address, renderApp } from '../../testing/render-app'
import { FakeUpload } from '../../testing/server'

const WAITS = 'Your answer waits until somebody who looks after the book accepts it.'

beforeEach(() => {
  signInGuest()
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
})

async function openQuestion(user: ReturnType<typeof renderApp>) {
  await user.click(await screen.findByRole('button', { name: /^Question 1/ }))
  return within(await screen.findByRole('dialog'))
}

test('a typed answer says that it waits', async () => {
  let kept: unknown[] = []
  serveBook({
    '/api/memo/list': () => [200, kept],
    '/api/memo/text/publish': () => {
      kept = [waitingMemo('smell', 'Of bread.')]
      return [201, { memo: kept[0] }]
    },
  })
  const user = renderApp('/book/contribute/post/text/b1')
  const dialog = await openQuestion(user)
  await user.type(dialog.getByLabelText('Your answer'), 'Of bread.')
  expect(dialog.queryByText(WAITS, { exact: false })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText(`Saved. ${WAITS}`)).toBeTruthy()
})

test('a page says that it waits, and takes no transcription', async () => {
  const memo = { ...waitingMemo('smell', ''), type: 'page', post: null, img: '/media/p.png' }
  serveBook()
  const user = renderApp('/book/contribute/post/page/b1')
  const dialog = await openQuestion(user)
  await user.upload(dialog.getByLabelText(/Drop Your PDF Here/), pdf())
  await waitFor(() => expect(FakeUpload.last?.path).toBe('/api/memo/page/publish'))
  act(() => FakeUpload.last?.answer(201, { memo, base64Image: 'AAAA' }))
  expect(await dialog.findByText(WAITS)).toBeTruthy()
  expect(dialog.queryByLabelText(/^Transcription/)).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('handwriting is submitted without the game, even where it is played', async () => {
  playPrizePeg()
  const { calls } = serveBook({
    '/api/memo/handwriting/publish': () => [201, { memos: [] }],
    '/api/memo/usr/count': () => [200, NO_MEMOS],
  })
  const user = renderApp(HERE)
  expect(await screen.findByLabelText(/Choose your PDF or PNG/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send it from a phone' })).toBeNull()
  expect(screen.queryByText(/peg|prize/i)).toBeNull()
  const upload = await add(user, pdf())
  act(() => upload.answer(200, READ))
  await user.click(await screen.findByRole('button', { name: 'Submit 2 answers' }))
  await waitFor(() => expect(address()).toBe('/finished'))
  expect(await screen.findByText(/Your answers wait until somebody/)).toBeTruthy()
  expect(screen.queryByText(/We will send you an email/)).toBeNull()
  const way = screen.getByRole('link', { name: 'See your answers' })
  expect(way.getAttribute('href')).toBe('/book/contribute/entry/b1')
  expect(FakeUpload.last).toBe(upload)
  const ofGame = /retries|credit|process-pdf/
  expect(calls.filter(({ path }) => ofGame.test(path))).toEqual([])
})

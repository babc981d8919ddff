import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { add, HERE, pdf, READ, serveBook } from '../../testing/hand-page'
import { address, renderApp, signInAs } from '../../testing/render-app'
import { FakeUpload } from '../../testing/server'

beforeEach(() => vi.stubGlobal('XMLHttpRequest', FakeUpload))

const DRAFT = { text: 'Bread nd wool.', doubtful: [[6, 8]] }

/** Opens the review of two answers, the first of which has been read as a draft. */
async function review() {
  signInAs('u1')
  const { bodiesOf } = serveBook({
    '/api/handwriting/draft': () => [200, { draft: DRAFT }],
    '/api/memo/handwriting/publish': () => [201, { memos: [] }],
  })
  const user = renderApp(HERE)
  const upload = await add(user, pdf())
  act(() => upload.answer(200, READ))
  await user.click(await screen.findByRole('button', { name: /^Type it out.*smell/ }))
  await screen.findByText(/Read by the server, please check/)
  const field = screen.getByLabelText<HTMLTextAreaElement>(/^Transcription .*smell/)
  return { user, bodiesOf, field }
}

const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Submit 2 answers' })
const sent = (bodiesOf: (path: string) => unknown[]) =>
  bodiesOf('/api/memo/handwriting/publish')[0] as { data: { alts: string[] } }

test('an unconfirmed draft is not submitted', async () => {
  const { user, bodiesOf, field } = await review()
  expect(field.value).toBe(DRAFT.text)
  await user.click(submit())
  await waitFor(() => expect(address()).toBe('/finished'))
  expect(sent(bodiesOf).data.alts).toEqual(['', ''])
  expect(bodiesOf('/api/handwriting/draft')).toEqual([
    { bid: 'b1', key: 'smell', image: READ.memos[0] },
  ])
})

test('a confirmed draft is submitted as it was corrected', async () => {
  const { user, bodiesOf, field } = await review()
  await user.click(screen.getByRole('button', { name: /^Next doubtful word/ }))
  await user.keyboard('and')
  expect(field.value).toBe('Bread and wool.')
  // Submitting now would lose the correction.
  expect(submit().disabled).toBe(true)
  expect(screen.getByText(/You edited the draft of question 1/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^Use this text/ }))
  expect(screen.queryByText(/Read by the server/)).toBeNull()
  expect(document.activeElement).toBe(field)
  await user.click(submit())
  await waitFor(() => expect(address()).toBe('/finished'))
  expect(sent(bodiesOf).data.alts).toEqual(['Bread and wool.', ''])
})

test('a removed draft leaves the field empty', async () => {
  const { user, field } = await review()
  await user.click(screen.getByRole('button', { name: /^Remove/ }))
  expect(field.value).toBe('')
  expect(submit().disabled).toBe(false)
})

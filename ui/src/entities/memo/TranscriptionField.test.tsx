import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BOOK, QUESTIONS, textMemo } from '../../testing/fixtures'
import { renderApp, signInAs } from '../../testing/render-app'
import { serve } from '../../testing/server'

const DRAFT = {
  text: 'Flour nd papar.',
  doubtful: [
    [6, 8],
    [9, 15],
  ],
}

const MEMO = { ...textMemo('smell', ''), type: 'hand', post: null, img: '/media/h.png', alt: null }

/** Opens the transcription of a memo whose handwriting has been read as `draft`. */
async function open(draft: unknown) {
  signInAs('u1')
  const server = serve({
    '/api/book': () => [200, BOOK],
    '/api/questions': () => [200, QUESTIONS],
    '/api/memo/list': () => [200, [MEMO]],
    '/api/memo/history': () => [200, []],
    '/api/memo/removed': () => [200, []],
    '/api/memo/draft': () => [200, { draft }],
    '/api/memo/describe': (body) => [200, { ...MEMO, alt: body?.alt }],
    '/api/account/drafts': (body) => [200, body],
  })
  const user = renderApp('/book/contribute/entry/b1')
  await user.click(await screen.findByRole('button', { name: /^Change/ }, { timeout: 5000 }))
  await user.click(screen.getByRole('button', { name: /^Add a transcription/ }))
  return { ...server, user, dialog: within(await screen.findByRole('dialog')) }
}

const field = (dialog: Awaited<ReturnType<typeof open>>['dialog']) =>
  dialog.getByLabelText<HTMLTextAreaElement>(/^Transcription/)

test('a draft fills the field, with its doubtful words underlined', async () => {
  const { dialog } = await open(DRAFT)
  expect(await dialog.findByText(/Read by the server, please check. 2 words/)).toBeTruthy()
  expect(field(dialog).value).toBe(DRAFT.text)
  const marked = [...document.querySelectorAll('[class*=doubtful]')]
  expect(marked.map(({ textContent }) => textContent)).toEqual(['nd', 'papar.'])
})

test('one key goes to the next doubtful word', async () => {
  const { user, dialog } = await open(DRAFT)
  await dialog.findByText(/2 words are doubtful/)
  await user.click(dialog.getByRole('button', { name: /Next doubtful word/ }))
  expect([field(dialog).selectionStart, field(dialog).selectionEnd]).toEqual([6, 8])
  await user.keyboard('and{F8}')
  expect(field(dialog).value).toBe('Flour and papar.')
  expect([field(dialog).selectionStart, field(dialog).selectionEnd]).toEqual([10, 16])
  expect(dialog.getByText(/One word is doubtful/)).toBeTruthy()
})

test('only a saved draft is the transcription', async () => {
  const { user, dialog, bodiesOf } = await open(DRAFT)
  await dialog.findByText(/Read by the server/)
  expect(bodiesOf('/api/memo/describe')).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(bodiesOf('/api/memo/describe')).toEqual([{ id: MEMO.id, alt: DRAFT.text }])
})

test('nothing is offered if the handwriting is uncertain', async () => {
  const { dialog } = await open(null)
  expect(field(dialog).value).toBe('')
  expect(dialog.queryByText(/Read by the server/)).toBeNull()
})

test('a member who wants no drafts says so once', async () => {
  const { user, dialog, bodiesOf } = await open(DRAFT)
  await user.click(await dialog.findByRole('button', { name: /^No more drafts/ }))
  expect(field(dialog).value).toBe('')
  expect(bodiesOf('/api/account/drafts')).toEqual([{ offered: false }])
  expect(await dialog.findByText(/turn them on in Settings/)).toBeTruthy()
})

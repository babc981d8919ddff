import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { BOOK, QUESTIONS, textMemo } from '../../testing/fixtures'
import { renderApp, signInAs } from '../../testing/render-app'
import { refusal, serve } from '../../testing/server'

const HAND = { ...textMemo('smell', ''), type: 'hand', post: null, img: '/media/h.png' }

const serveEntries = (memo: () => unknown, more: Parameters<typeof serve>[0] = {}) =>
  serve({
    '/api/book': () => [200, BOOK],
    '/api/questions': () => [200, QUESTIONS],
    '/api/memo/list': () => [200, [memo()]],
    '/api/memo/history': () => [200, []],
    '/api/memo/removed': () => [200, []],
    ...more,
  })

const openDialog = async (name: RegExp) => {
  const user = renderApp('/book/contribute/entry/b1')
  const menu = { name: /^Change.*smell/ }
  await user.click(await screen.findByRole('button', menu, { timeout: 5000 }))
  await user.click(screen.getByRole('button', { name }))
  return { user, dialog: within(await screen.findByRole('dialog')) }
}

beforeEach(() => signInAs('u1'))

test('what a picture says is typed, and then read out in its place', async () => {
  let memo = { ...HAND, alt: null as string | null }
  serveEntries(() => memo, {
    '/api/memo/describe': () => {
      memo = { ...memo, alt: 'Of bread.' }
      return [200, memo]
    },
  })
  const { user, dialog } = await openDialog(/^Add a transcription/)
  expect(dialog.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  await user.type(dialog.getByLabelText(/^Transcription/), 'Of bread.')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByAltText('Of bread.')).toBeTruthy()
  expect(screen.getByText('Transcription')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^Change.*smell/ }))
  expect(screen.getByRole('button', { name: 'Edit the transcription' })).toBeTruthy()
})

test('words that are refused stay, and say why', async () => {
  const words = 'The transcription has characters that cannot be printed.'
  serveEntries(() => ({ ...HAND, alt: 'Of bread.' }), {
    '/api/memo/describe': () => [422, refusal('invalid', words)],
  })
  const { user, dialog } = await openDialog(/^Edit the transcription/)
  const field = dialog.getByLabelText<HTMLTextAreaElement>(/^Transcription/)
  await user.type(field, ' And salt.')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText(words)).toBeTruthy()
  expect(field.value).toBe('Of bread. And salt.')
})

test('a dialog that is closed keeps what was typed', async () => {
  serveEntries(() => ({ ...HAND, alt: 'Of bread.' }))
  const { user, dialog } = await openDialog(/^Edit the transcription/)
  await user.type(dialog.getByLabelText(/^Transcription/), ' And salt.')
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: /^Change.*smell/ }))
  await user.click(screen.getByRole('button', { name: 'Edit the transcription' }))
  const field = within(screen.getByRole('dialog')).getByRole('textbox')
  expect(field).toHaveProperty('value', 'Of bread. And salt.')
})

test('typed entries are read out as they are', async () => {
  serveEntries(() => textMemo('smell', 'Of bread.'))
  const user = renderApp('/book/contribute/entry/b1')
  expect(await screen.findByText('Of bread.', {}, { timeout: 5000 })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^Change.*smell/ }))
  expect(screen.queryByRole('button', { name: /transcription/i })).toBeNull()
})

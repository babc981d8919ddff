import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { renderApp, signInAs } from './render-app'
import { FakeUpload, serve } from './server'
import { pagesOf, TOPIC } from './thread-fixtures'

export const SIGNATURE = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
export const PNG = new File([SIGNATURE, 'ink'], 'page.png', { type: 'image/png' })

const TITLE = { name: 'Upload a page to Ink' }
export const ZONE = /Drop your PNG here/

/** Signs in a member and fakes uploads; for `beforeEach`. */
export function fakeUploads() {
  signInAs('u1')
  FakeUpload.last = undefined
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:page')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
}

export const dialog = async () => within(await screen.findByRole('dialog', TITLE))

/** Opens a thread as a member. */
export async function openThread(handlers: Parameters<typeof serve>[0] = {}) {
  const server = serve({
    '/api/topics': (_, query) => (query.get('code') ? [200, TOPIC] : [200, [TOPIC]]),
    '/api/thread/post/list/page': pagesOf(1),
    '/api/usr/posts': () => [200, []],
    ...handlers,
  })
  const user = renderApp('/thread/ink')
  const button = await screen.findByRole('button', { name: 'Upload a page' })
  return { ...server, user, button }
}

/** Opens the dialog for a new post. */
export async function openNewPost(handlers: Parameters<typeof serve>[0] = {}) {
  const { button, ...opened } = await openThread(handlers)
  await opened.user.click(button)
  return { ...opened, dialog: await dialog() }
}

type Opened = Awaited<ReturnType<typeof openNewPost>>

const happen = (name: string, more: object) =>
  act(() => void window.dispatchEvent(Object.assign(new Event(name, { bubbles: true }), more)))

/** Drops files without checking their types. */
export const drop = (...files: File[]) => happen('drop', { dataTransfer: { files } })
export const dragOver = () => happen('dragover', {})
export const paste = (...files: File[]) => happen('paste', { clipboardData: { files } })

/** Chooses a picture, fills in its texts and sends it. */
export async function sendPost({ user, dialog }: Opened) {
  await user.upload(dialog.getByLabelText(ZONE), PNG)
  await dialog.findByAltText('The page you have chosen')
  await user.type(dialog.getByLabelText('Caption (optional)'), 'First ink')
  await user.type(dialog.getByLabelText('Transcription or description (optional)'), 'A line.')
  await user.click(dialog.getByRole('button', { name: 'Upload' }))
  await waitFor(() => expect(FakeUpload.last?.form).toBeTruthy())
  return FakeUpload.last as FakeUpload
}

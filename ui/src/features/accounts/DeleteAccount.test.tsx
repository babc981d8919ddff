import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { dismiss } from '../../lib/notify'
import { getStored } from '../../lib/storage'
import { address, renderApp, signInAs } from '../../testing/render-app'
import { refusal, serve } from '../../testing/server'

afterEach(() => dismiss(...Array(99).keys()))

/** Opens the settings of Mara. */
function settings(handlers: Parameters<typeof serve>[0]) {
  signInAs('u1')
  const server = serve({
    '/api/account/sessions': () => [200, []],
    '/api/blocks': () => [200, []],
    '/api/book/list': () => [200, []],
    ...handlers,
  })
  return { ...server, user: renderApp('/settings') }
}

const part = async (name: string) => within(await screen.findByRole('region', { name }))

/** Saved files by name. */
function watchDownloads() {
  const saved: string[] = []
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:archive')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(`${this.download} ${this.href}`)
  })
  return saved
}

test('one’s data is collected and saved', async () => {
  let finish = () => {}
  const { user } = settings({
    '/api/account/export': () =>
      new Promise((resolve) => {
        finish = () => resolve([200, 'a zip'])
      }),
  })
  const saved = watchDownloads()
  const data = await part('Your data')
  await user.click(data.getByRole('button', { name: 'Download my data' }))
  expect(data.getByRole('progressbar', { name: 'Collecting your data' })).toBeTruthy()
  const button = data.getByRole<HTMLButtonElement>('button', { name: 'Collecting your data…' })
  expect(button.disabled).toBe(true)
  finish()
  expect(await data.findByText('Your data is in your downloads.')).toBeTruthy()
  expect(saved).toEqual(['Inkfold-mara.zip blob:archive'])
  expect(data.queryByRole('progressbar')).toBeNull()
})

test('why it could not be collected is said in words', async () => {
  const { user } = settings({
    '/api/account/export': () => [503, refusal('busy', 'The server is busy.')],
  })
  const saved = watchDownloads()
  const data = await part('Your data')
  await user.click(data.getByRole('button', { name: 'Download my data' }))
  expect((await data.findByRole('alert')).textContent).toBe('The server is busy.')
  expect(data.getByRole('button', { name: 'Download my data' })).toBeTruthy()
  expect(saved).toEqual([])
})

test('one’s memos are bound and saved, if there are any', async () => {
  let memos = 0
  const { user } = settings({
    '/api/mine.pdf': () =>
      memos > 0 ? [200, 'a PDF'] : [404, refusal('not-found', 'A memo of yours was not found.')],
  })
  const saved = watchDownloads()
  const data = await part('Your data')
  const bind = () => user.click(data.getByRole('button', { name: 'My memos as PDF' }))
  await bind()
  expect((await data.findByRole('alert')).textContent).toBe('A memo of yours was not found.')
  memos = 1
  await bind()
  expect(await data.findByText('Your book is in your downloads.')).toBeTruthy()
  expect(saved).toEqual(['Inkfold-mara.pdf blob:archive'])
})

async function openDialog(user: ReturnType<typeof renderApp>) {
  const leaving = await part('Delete account')
  await user.click(leaving.getByRole('button', { name: 'Delete my account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }))
  const submit = dialog.getByRole<HTMLButtonElement>('button', {
    name: 'Delete my account for good',
  })
  return { dialog, submit }
}

test('who leaves says so by name and password, and is then nobody here', async () => {
  const { user, bodiesOf } = settings({ '/api/account/delete': () => [204] })
  const { dialog, submit } = await openDialog(user)
  expect(dialog.getByRole('heading', { name: 'Deleted at once' })).toBeTruthy()
  expect(dialog.getByText(/a former member/)).toBeTruthy()
  expect(dialog.getByText(/^Posts .*comments, likes and loves/)).toBeTruthy()
  expect(dialog.getByText('Suggestions, reports and blocks.')).toBeTruthy()
  expect(submit.disabled).toBe(true)
  await user.type(dialog.getByLabelText('Password'), 'ink and paper')
  const name = dialog.getByLabelText('Type your username to confirm')
  await user.type(name, 'mar')
  expect(submit.disabled).toBe(true)
  await user.tab()
  expect(dialog.getByText('This is not your username.')).toBeTruthy()
  await user.type(name, 'A')
  expect(submit.disabled).toBe(false)

  await user.click(submit)
  expect(await screen.findByText('Your account has been deleted.')).toBeTruthy()
  expect(address()).toBe('/')
  expect(bodiesOf('/api/account/delete')).toEqual([{ password: 'ink and paper', name: 'marA' }])
  expect(['uid', 'email', 'name'].map((key) => getStored(key as 'uid'))).toEqual([null, null, null])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a wrong password deletes nothing', async () => {
  const { user } = settings({
    '/api/account/delete': () => [401, refusal('unproven', 'Your current password is incorrect.')],
  })
  const { dialog, submit } = await openDialog(user)
  await user.type(dialog.getByLabelText('Password'), 'not this one')
  await user.type(dialog.getByLabelText('Type your username to confirm'), 'mara')
  await user.click(submit)
  expect((await dialog.findByRole('alert')).textContent).toBe('Your current password is incorrect.')
  expect(getStored('uid')).toBe('u1')
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(address()).toBe('/settings')
})

test('the last admin is told what to do first', async () => {
  const words = 'This is the only admin who can sign in. Make another member an admin first.'
  const { user } = settings({ '/api/account/delete': () => [409, refusal('conflict', words)] })
  const { dialog, submit } = await openDialog(user)
  await user.type(dialog.getByLabelText('Password'), 'ink and paper')
  await user.type(dialog.getByLabelText('Type your username to confirm'), 'mara')
  await user.click(submit)
  expect((await dialog.findByRole('alert')).textContent).toBe(words)
})

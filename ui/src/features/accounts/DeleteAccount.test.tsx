import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { dismiss } from '../../lib/notify'
import { getStored } from '../../lib/storage'
import { address, type renderApp } from '../../testing/render-app'
import { refusal } from '../../testing/server'
import { part, settings } from '../../testing/settings'

afterEach(() => dismiss(...Array(99).keys()))

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
  expect(dialog.getByText('This isn’t your username.')).toBeTruthy()
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
    '/api/account/delete': () => [
      401,
      refusal('invalid-credentials', 'Your current password is incorrect.'),
    ],
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

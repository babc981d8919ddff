import { expect, test } from 'vitest'
import { refusal } from '../../testing/server'
import { part, saveOf, settings } from '../../testing/settings'

test('another username is checked and taken', async () => {
  const { user, bodiesOf } = settings({
    '/check-username': () => [200, { available: true }],
    '/update-username': () => [200, { username: 'mara.l' }],
  })
  const account = await part('Your account')
  expect(saveOf(account).disabled).toBe(true)
  const username = account.getByLabelText<HTMLInputElement>('Username')
  await user.clear(username)
  await user.type(username, 'maralind')
  // A check that begins later would disable the button while it is clicked.
  await account.findByText('Username is available')
  await user.click(saveOf(account))
  expect(await account.findByText('Account updated successfully.')).toBeTruthy()
  expect(bodiesOf('/update-username')).toEqual([{ uid: 'u1', username: 'maralind' }])
  expect(bodiesOf('/update-password')).toEqual([])
})

test('the password is changed behind a pen, with the one it replaces', async () => {
  let wrong = true
  const { user, bodiesOf } = settings({
    '/update-password': () =>
      wrong ? [401, refusal('wrong-password', 'Your current password is incorrect.')] : [204],
  })
  const account = await part('Your account')
  await user.click(account.getByRole('button', { name: 'Change the password' }))
  await user.click(account.getByRole('button', { name: 'Cancel' }))
  expect(account.queryByLabelText('Current password')).toBeNull()

  await user.click(account.getByRole('button', { name: 'Change the password' }))
  await user.type(account.getByLabelText('Current password'), 'blue ink')
  await user.type(account.getByLabelText('New password'), 'green ink on grey')
  await user.type(account.getByLabelText('Confirm password'), 'green ink on gray')
  await user.click(saveOf(account))
  expect(account.getByText('Passwords do not match')).toBeTruthy()

  await user.clear(account.getByLabelText('Confirm password'))
  await user.type(account.getByLabelText('Confirm password'), 'green ink on grey')
  await user.click(saveOf(account))
  expect(await account.findByText('Your current password is incorrect.')).toBeTruthy()
  wrong = false
  await user.click(saveOf(account))
  expect(await account.findByText('Account updated successfully.')).toBeTruthy()
  expect(bodiesOf('/update-password')[1]).toEqual({
    uid: 'u1',
    currentPassword: 'blue ink',
    newPassword: 'green ink on grey',
  })
})

test('a current password that is too short is refused without asking the server', async () => {
  const { user, bodiesOf } = settings({})
  const account = await part('Your account')
  await user.click(account.getByRole('button', { name: 'Change the password' }))
  await user.type(account.getByLabelText('Current password'), '1234567')
  await user.type(account.getByLabelText('New password'), 'green ink on grey')
  await user.type(account.getByLabelText('Confirm password'), 'green ink on grey')
  await user.click(saveOf(account))
  expect(account.getByText('Password must be at least 8 characters long')).toBeTruthy()
  expect(bodiesOf('/update-password')).toEqual([])
})

test('a username that is taken meanwhile leaves the password as it was', async () => {
  const taken = 'This username is already taken.'
  let isTaken = true
  let wrong = true
  const { user, calls, bodiesOf } = settings({
    '/check-username': () => [200, { available: true }],
    '/update-username': ({ username }) =>
      isTaken ? [409, refusal('conflict', taken, { username: taken })] : [200, { username }],
    '/update-password': () =>
      wrong ? [401, refusal('wrong-password', 'Your current password is incorrect.')] : [204],
  })
  const account = await part('Your account')
  await user.type(account.getByLabelText('Username'), 'lind')
  await account.findByText('Username is available')
  await user.click(account.getByRole('button', { name: 'Change the password' }))
  await user.type(account.getByLabelText('Current password'), 'blue ink')
  await user.type(account.getByLabelText('New password'), 'green ink on grey')
  await user.type(account.getByLabelText('Confirm password'), 'green ink on grey')
  await user.click(saveOf(account))
  expect(await account.findByText(taken)).toBeTruthy()
  expect(bodiesOf('/update-password')).toEqual([])

  isTaken = false
  await user.click(saveOf(account))
  expect(await account.findByText('Your current password is incorrect.')).toBeTruthy()
  wrong = false
  await user.click(saveOf(account))
  expect(await account.findByText('Account updated successfully.')).toBeTruthy()
  const sent = calls.map(({ path }) => path).filter((path) => path.startsWith('/update-'))
  const [name, password] = ['/update-username', '/update-password']
  expect(sent).toEqual([name, name, password, password])
  expect(account.queryByLabelText('Current password')).toBeNull()
})

test('a username that cannot be had is not sent', async () => {
  const { user } = settings({ '/check-username': () => [200, { available: false }] })
  const account = await part('Your account')
  await user.type(account.getByLabelText('Username'), 'lind')
  expect(await account.findByText('Username is already taken')).toBeTruthy()
  expect(saveOf(account).disabled).toBe(true)
})

import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { community } from '../../lib/community'
import { stored } from '../../lib/storage'
import { PROFILE } from '../../testing/samples'
import { refusal, serve } from '../../testing/server'
import { address, signInAs, visit } from '../../testing/visit'

const HERE = {
  id: 's1',
  createdAt: { _seconds: 0, _nanoseconds: 0 },
  usedAt: { _seconds: 0, _nanoseconds: 0 },
  current: true,
}

/** Opens the settings of Mara, who is signed in here and on another device. */
function settings(handlers: Parameters<typeof serve>[0] = {}) {
  signInAs('u1')
  const server = serve({
    '/api/account/second-factor': () => [200, { since: null, recoveryCodesLeft: 0 }],
    '/api/account/sessions': () => [200, [HERE, { ...HERE, id: 's2', current: false }]],
    '/api/blocks': () => [200, []],
    ...handlers,
  })
  return { ...server, user: visit('/settings') }
}

const part = async (name: string) => within(await screen.findByRole('region', { name }))
const saveOf = (region: Awaited<ReturnType<typeof part>>) =>
  region.getByRole<HTMLButtonElement>('button', { name: 'Save' })

test('a profile is shown, changed and saved', async () => {
  const { user, bodiesOf } = settings({
    '/update-profile': (body) => [200, { ...PROFILE, ...body }],
  })
  const profile = await part('Your profile')
  const name = profile.getByLabelText<HTMLInputElement>('Name')
  expect(name.value).toBe('Mara Lindqvist')
  expect(profile.getByLabelText<HTMLInputElement>('Left').checked).toBe(true)
  expect(profile.getByLabelText<HTMLInputElement>('German').checked).toBe(true)
  expect(saveOf(profile).disabled).toBe(true)

  await user.click(profile.getByLabelText('Boox'))
  expect(saveOf(profile).disabled).toBe(false)
  await user.click(profile.getByLabelText('Boox'))
  expect(saveOf(profile).disabled).toBe(true)

  await user.clear(name)
  await user.type(name, 'mara LIND')
  await user.click(saveOf(profile))
  expect(await profile.findByText('Updated successfully.')).toBeTruthy()
  expect(bodiesOf('/update-profile')).toEqual([
    {
      uid: 'u1',
      token: '',
      name: 'Mara Lind',
      handedness: 'left',
      preferredTablets: 'Supernote',
      spokenLanguages: 'English,German',
    },
  ])
  expect(profile.getByLabelText<HTMLInputElement>('Name').value).toBe('Mara Lind')
  expect(saveOf(profile).disabled).toBe(true)
})

test('what is typed while the profile is saved stays, to be saved as well', async () => {
  let answer = () => {}
  const { user } = settings({
    '/update-profile': async (body) => {
      await new Promise<void>((resolve) => (answer = resolve))
      return [200, { ...PROFILE, ...body }]
    },
  })
  const profile = await part('Your profile')
  const name = profile.getByLabelText<HTMLInputElement>('Name')
  await user.type(name, ' Lind{Enter}')
  await user.type(name, 'gren')
  await user.click(profile.getByLabelText('Right'))
  answer()
  expect(await profile.findByText('Updated successfully.')).toBeTruthy()
  expect(profile.getByLabelText<HTMLInputElement>('Name').value).toBe('Mara Lindqvist Lindgren')
  expect(profile.getByLabelText<HTMLInputElement>('Right').checked).toBe(true)
  expect(saveOf(profile).disabled).toBe(false)
})

test('what could not be saved stays in the form', async () => {
  const { user } = settings({
    '/update-profile': () => [500, refusal('internal', 'The pen is dry.')],
  })
  const profile = await part('Your profile')
  await user.click(profile.getByLabelText('Right'))
  await user.click(saveOf(profile))
  expect(
    await profile.findByText('There was an error updating. Please try again later.'),
  ).toBeTruthy()
  expect(profile.getByLabelText<HTMLInputElement>('Right').checked).toBe(true)
  expect(saveOf(profile).disabled).toBe(false)
})

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

test('another address needs a recent sign-in, which leads back here', async () => {
  let recent = false
  const { user } = settings({
    '/update-email': () =>
      recent ? [202] : [401, refusal('recent-signin-required', 'You must sign in again.')],
  })
  const email = await part('Your email')
  await user.click(email.getByRole('button', { name: 'Change the email' }))
  await user.clear(email.getByLabelText('Email'))
  await user.type(email.getByLabelText('Email'), 'lind@example.org')
  await user.click(saveOf(email))
  expect(
    await email.findByText('You must sign in again in order to process this request'),
  ).toBeTruthy()
  expect(email.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(
    '/signin?last=publish',
  )
  recent = true
  await user.click(saveOf(email))
  expect(await email.findByText(/changes will only take effect once you verify/)).toBeTruthy()
})

test('where no mail is sent, another address counts at once', async () => {
  vi.spyOn(community, 'sendsMail', 'get').mockReturnValue(false)
  const { user } = settings({ '/update-email': () => [202] })
  const email = await part('Your email')
  await user.click(email.getByRole('button', { name: 'Change the email' }))
  await user.clear(email.getByLabelText('Email'))
  await user.type(email.getByLabelText('Email'), 'lind@example.org')
  await user.click(saveOf(email))
  expect(await email.findByText(/Sign in with it from now on/)).toBeTruthy()
  expect(email.queryByText(/confirmation link/)).toBeNull()
  expect(stored('email')).toBe('lind@example.org')
})

test('a session elsewhere is ended', async () => {
  const { user, calls } = settings({ '/api/account/sessions/s2': () => [204] })
  const sessions = await part('Where you are signed in')
  expect(sessions.getAllByRole('listitem')).toHaveLength(2)
  await user.click(sessions.getByRole('button', { name: /Sign out there/ }))
  await waitFor(() =>
    expect(calls.some(({ path }) => path === '/api/account/sessions/s2')).toBe(true),
  )
})

test('strangers sign in first', () => {
  serve({})
  visit('/settings')
  expect(address()).toBe('/signin?last=settings')
})

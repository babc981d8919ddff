import { waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { serverConfig } from '../../lib/server-config'
import { getStored } from '../../lib/storage'
import { PROFILE } from '../../testing/fixtures'
import { address, renderApp } from '../../testing/render-app'
import { refusal, serve } from '../../testing/server'
import { part, saveOf, settings } from '../../testing/settings'

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
  vi.spyOn(serverConfig, 'sendsMail', 'get').mockReturnValue(false)
  const { user } = settings({ '/update-email': () => [202] })
  const email = await part('Your email')
  await user.click(email.getByRole('button', { name: 'Change the email' }))
  await user.clear(email.getByLabelText('Email'))
  await user.type(email.getByLabelText('Email'), 'lind@example.org')
  await user.click(saveOf(email))
  expect(await email.findByText(/Sign in with it from now on/)).toBeTruthy()
  expect(email.queryByText(/confirmation link/)).toBeNull()
  expect(getStored('email')).toBe('lind@example.org')
})

test('a session elsewhere is ended', async () => {
  const { user, calls } = settings({ '/api/account/sessions/s2': () => [204] })
  const sessions = await part('Where you are signed in')
  expect(sessions.getAllByRole('listitem')).toHaveLength(2)
  await user.click(sessions.getByRole('button', { name: /Sign out/ }))
  await waitFor(() =>
    expect(calls.some(({ path }) => path === '/api/account/sessions/s2')).toBe(true),
  )
})

test('strangers sign in first', () => {
  serve({})
  renderApp('/settings')
  expect(address()).toBe('/signin?last=settings')
})

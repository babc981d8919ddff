import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getStored, setStored } from '../../lib/storage'
import { address, renderApp } from '../../testing/render-app'
import { refusal, serve } from '../../testing/server'

const REGISTERED = {
  uid: 'u1',
  token: 'onboarding',
  message: 'Your account has been made.',
  signedIn: false,
  isAdmin: false,
}
const signUpButton = () => screen.getByRole('button', { name: 'Sign up' }) as HTMLButtonElement

/** All fields filled in; the username's answer may still be on its way. */
async function fillIn(path: string, username: string) {
  const user = renderApp(path)
  await user.type(await screen.findByLabelText('Name'), 'mara LINDQVIST')
  await user.type(screen.getByLabelText('Email'), 'mara@example.org')
  await user.type(screen.getByLabelText('Username'), username)
  await user.type(screen.getByLabelText('Password'), 'secret words')
  await user.type(screen.getByLabelText('Confirm password'), 'secret words')
  return user
}

/** All fields but the username, which is made of the name. */
async function fillInWithoutUsername(path: string) {
  const user = renderApp(path)
  await user.type(await screen.findByLabelText('Name'), 'mara LINDQVIST')
  await user.type(screen.getByLabelText('Email'), 'mara@example.org')
  await user.type(screen.getByLabelText('Password'), 'secret words')
  await user.type(screen.getByLabelText('Confirm password'), 'secret words')
  return user
}

const usernameField = () => screen.getByLabelText('Username') as HTMLInputElement

/** The button takes no press while the username is being asked for. */
async function send(user: Awaited<ReturnType<typeof fillIn>>) {
  await screen.findByText('Username is available')
  await user.click(signUpButton())
}

test('a newcomer signs up and comes to the profile', async () => {
  const { bodiesOf } = serve({
    '/signout': () => [204],
    '/check-username': () => [200, { available: true }],
    '/register': () => [201, REGISTERED],
  })
  const user = await fillIn('/signup', 'mara')
  await user.selectOptions(screen.getByLabelText('How did you hear about us?'), 'Other')
  await user.type(screen.getByLabelText('Where did you hear about us?'), 'A poster')
  await send(user)

  await waitFor(() => expect(address()).toBe('/signup/profile'))
  expect(bodiesOf('/register')).toEqual([
    {
      email: 'mara@example.org',
      password: 'secret words',
      extra: { name: 'Mara Lindqvist', username: 'mara', referredBy: 'Other', other: 'A poster' },
    },
  ])
  expect(getStored('token')).toBe('onboarding')
})

test('a username is made of the name, checked, and sent', async () => {
  const { bodiesOf } = serve({
    '/signout': () => [204],
    '/check-username': () => [200, { available: true }],
    '/register': () => [201, REGISTERED],
  })
  const user = await fillInWithoutUsername('/signup')
  expect(usernameField().value).toBe('mara-lindqvist')
  await send(user)
  await waitFor(() => expect(bodiesOf('/register')).toHaveLength(1))
  expect(bodiesOf('/check-username')).toEqual([{ username: 'mara-lindqvist' }])
  expect(bodiesOf('/register')).toMatchObject([{ extra: { username: 'mara-lindqvist' } }])
})

test('of usernames made of a name, one that is free is taken', async () => {
  const answers: Record<string, [number, unknown]> = {
    'mara-lindqvist': [200, { available: false }],
    'mara-lindqvist-2': [422, refusal('invalid', 'This username is reserved.')],
    'mara-lindqvist-3': [200, { available: true }],
  }
  serve({
    '/signout': () => [204],
    '/check-username': ({ username }) => answers[String(username)] ?? [500],
  })
  await fillInWithoutUsername('/signup')
  expect(await screen.findByText('Username is available')).toBeTruthy()
  expect(usernameField().value).toBe('mara-lindqvist-3')
  expect(signUpButton().disabled).toBe(false)
})

test('where no username made of a name is free, the field says so', async () => {
  serve({ '/signout': () => [204], '/check-username': () => [200, { available: false }] })
  await fillInWithoutUsername('/signup')
  expect(await screen.findByText('Username is already taken', {}, { timeout: 9000 })).toBeTruthy()
  expect(signUpButton().disabled).toBe(true)
}, 15_000)

test('a username that was typed is left alone', async () => {
  serve({ '/signout': () => [204], '/check-username': () => [200, { available: true }] })
  const user = renderApp('/signup')
  await user.type(await screen.findByLabelText('Username'), 'inkling')
  await user.type(screen.getByLabelText('Name'), 'Mara Lindqvist')
  await user.tab()
  expect(usernameField().value).toBe('inkling')
})

test('a form whose name comes last can be sent', async () => {
  serve({ '/signout': () => [204], '/check-username': () => [200, { available: true }] })
  const user = renderApp('/signup')
  await user.type(await screen.findByLabelText('Email'), 'mara@example.org')
  await user.type(screen.getByLabelText('Password'), 'secret words')
  await user.type(screen.getByLabelText('Confirm password'), 'secret words')
  await user.type(screen.getByLabelText('Name'), 'Mara')
  await user.tab()
  await screen.findByText('Username is available')
  expect(signUpButton().disabled).toBe(false)
})

test('the page that was asked for and the address come along', async () => {
  serve({
    '/signout': () => [204],
    '/check-username': () => [200, { available: true }],
    '/register': () => [201, REGISTERED],
  })
  const user = renderApp('/signin?last=book/contribute/post/hand/b1')
  await user.type(await screen.findByLabelText('Email'), 'mara@example.org')
  await user.click(screen.getByRole('link', { name: 'I need to sign up' }))
  await user.type(await screen.findByLabelText('Name'), 'Mara')
  expect(address()).toBe('/signup?last=book/contribute/post/hand/b1')
  expect((screen.getByLabelText('Email') as HTMLInputElement).value).toBe('mara@example.org')
  expect(screen.getByRole('link', { name: 'Already a member' }).getAttribute('href')).toBe(
    '/signin?last=book/contribute/post/hand/b1',
  )
  await user.type(screen.getByLabelText('Password'), 'secret words')
  await user.type(screen.getByLabelText('Confirm password'), 'secret words')
  await send(user)
  await waitFor(() => expect(address()).toBe('/signup/profile?last=book/contribute/post/hand/b1'))
})

test('a registration waits for the end of the previous session', async () => {
  let end = (_: [number]) => {}
  const ended = new Promise<[number]>((resolve) => {
    end = resolve
  })
  const { bodiesOf } = serve({
    '/signout': () => ended,
    '/check-username': () => [200, { available: true }],
    '/register': () => [201, REGISTERED],
  })
  await send(await fillInWithoutUsername('/signup'))
  expect(bodiesOf('/register')).toEqual([])
  end([204])
  await waitFor(() => expect(bodiesOf('/register')).toHaveLength(1))
})

test('the first admin comes with a link', async () => {
  const { bodiesOf } = serve({
    '/signout': () => [204],
    '/check-username': () => [200, { available: true }],
    '/register': () => [201, REGISTERED],
  })
  const user = await fillIn('/signup?setup=once', 'mara')
  await send(user)
  await waitFor(() => expect(bodiesOf('/register')).toMatchObject([{ setup: 'once' }]))
})

test('whoever was signed in is signed out', async () => {
  setStored({ uid: 'u0', email: 'old@example.org', prizepeg: '{}', isAdmin: 'true' })
  const { bodiesOf } = serve({ '/signout': () => [204] })
  renderApp('/signup')
  await waitFor(() => expect(bodiesOf('/signout')).toHaveLength(1))
  const kept = (['uid', 'email', 'prizepeg', 'isAdmin'] as const).map(getStored)
  expect(kept).toEqual([null, null, null, null])
})

test.each([
  ['taken', () => [200, { available: false }] as [number, unknown], 'Username is already taken'],
  ['broken', () => [500] as [number], 'Error checking username'],
  [
    'reserved',
    () => [422, refusal('invalid', 'This username is reserved.')] as [number, unknown],
    'This username is reserved.',
  ],
])('a username that is %s keeps the form from being sent', async (username, answer, words) => {
  serve({ '/signout': () => [204], '/check-username': answer })
  const user = await fillIn('/signup', username)
  await user.click(screen.getByRole('button', { name: 'Check availability' }))
  expect(await screen.findByText(words)).toBeTruthy()
  expect(signUpButton().disabled).toBe(true)
})

test('where names are asked for too often, the words say so and the form can be sent', async () => {
  let answer = (): [number, unknown] => [429, refusal('rate-limited', 'Please wait 2 seconds.')]
  serve({ '/signout': () => [204], '/check-username': () => answer() })
  const user = await fillIn('/signup', 'mara')
  expect(await screen.findByText('Please wait 2 seconds.')).toBeTruthy()
  expect(signUpButton().disabled).toBe(false)
  answer = () => [200, { available: true }]
  await user.click(screen.getByRole('button', { name: 'Check availability' }))
  expect(await screen.findByText('Username is available')).toBeTruthy()
})

test('the username field says which characters it takes', async () => {
  serve({ '/signout': () => [204] })
  renderApp('/signup')
  const rule = /Letters, numbers, - and _\./
  expect(await screen.findByRole('textbox', { name: 'Username', description: rule })).toBeTruthy()
})

test('a special character is refused without asking the server', async () => {
  const { bodiesOf } = serve({ '/signout': () => [204] })
  const user = renderApp('/signup')
  await user.type(await screen.findByLabelText('Username'), '#')
  await user.type(screen.getByLabelText('Name'), 'Mara')
  await user.click(screen.getByRole('button', { name: 'Check availability' }))
  expect(screen.getByText('Username is invalid, special characters not allowed')).toBeTruthy()
  expect(bodiesOf('/check-username')).toEqual([])
})

test('a refused registration says why above the form', async () => {
  serve({
    '/signout': () => [204],
    '/check-username': () => [200, { available: true }],
    '/register': () => [409, refusal('conflict', 'An account with this email already exists.')],
  })
  const user = await fillIn('/signup', 'mara')
  await send(user)
  expect((await screen.findByRole('alert')).textContent).toContain('already exists')
  expect(address()).toBe('/signup')
})

import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { serverConfig } from '../../lib/server-config'
import { getStored } from '../../lib/storage'
import { address, renderApp, signInAs } from '../../testing/render-app'
import { refusal, serve } from '../../testing/server'

const CODE = 'K7QD-3MXR-9VTA'
const BARE = 'K7QD3MXR9VTA'
const LOOK_UP = `/api/invitations/${BARE}`
const HELD = { invitedBy: 'Mara', book: 'A year in ink', expiresAt: null }
const GREETING = 'Mara invites you to write in “A year in ink”.'
const USED = 'This invitation was used already.'
const REGISTERED = {
  uid: 'u1',
  token: 'onboarding',
  message: 'Your account has been made.',
  signedIn: false,
  isAdmin: false,
  bid: null,
  awaitsAcceptance: false,
}

type Handlers = Parameters<typeof serve>[0]

/** Opens sign-up in a community with this setting. */
function signUp(registration: typeof serverConfig.registration, query = '', more: Handlers = {}) {
  vi.spyOn(serverConfig, 'registration', 'get').mockReturnValue(registration)
  const server = serve({
    '/signout': () => [204],
    '/check-username': () => [200, { available: true }],
    '/register': () => [201, REGISTERED],
    ...more,
  })
  return { ...server, user: renderApp(`/signup${query}`) }
}

type Visit = ReturnType<typeof signUp>

const held = (invitation = HELD): Handlers => ({ [LOOK_UP]: () => [200, invitation] })
const refused = (words = USED): Handlers => ({
  [LOOK_UP]: () => [422, refusal('invalid', words, { invitation: words })],
})

const codeField = () => screen.queryByLabelText<HTMLInputElement>('Invitation code')
const words = () => screen.queryByLabelText('Introduce yourself in a sentence')
const signUpButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Sign up' })

/** Fills in the fields of every account and submits them. */
async function submit({ user }: Visit) {
  await user.type(await screen.findByLabelText('Name'), 'Noa Berg')
  await user.type(screen.getByLabelText('Email'), 'noa@example.org')
  await user.type(screen.getByLabelText('Password'), 'secret words')
  await user.type(screen.getByLabelText('Confirm password'), 'secret words')
  await screen.findByText('Username is available')
  await user.click(signUpButton())
}

test.each(['open', 'invited', 'approved'] as const)(
  'where sign-up is %s, an invitation link names who invites and leads to the book',
  async (registration) => {
    const visit = signUp(registration, `?invitation=${CODE}`, {
      ...held(),
      '/register': () => [201, { ...REGISTERED, bid: 'b1' }],
    })
    expect(await screen.findByText(GREETING)).toBeTruthy()
    expect(codeField()).toBeNull()
    expect(words()).toBeNull()
    await submit(visit)
    await waitFor(() => expect(address()).toBe('/signup/profile?last=book/contribute/post/b1'))
    expect(visit.bodiesOf('/register')).toMatchObject([{ invitation: BARE }])
    expect(visit.bodiesOf('/register')[0]).not.toHaveProperty('application')
    expect(getStored('bid')).toBe('b1')
    expect(getStored('application')).toBe('none')
  },
)

test.each([
  [{ ...HELD, book: null }, 'Mara invites you to Inkfold.'],
  [{ ...HELD, invitedBy: null }, 'You are invited to write in “A year in ink”.'],
  [{ ...HELD, invitedBy: null, book: null }, 'You are invited to Inkfold.'],
  [{ ...HELD, role: 'keeper' }, 'Mara invites you to look after “A year in ink”.'],
  [{ ...HELD, role: 'keeper', invitedBy: null }, 'You are invited to look after “A year in ink”.'],
  // Its book was removed.
  [{ ...HELD, role: 'keeper', book: null }, 'Mara invites you to Inkfold.'],
  [{ ...HELD, role: 'moderator' }, 'Mara invites you to moderate the threads of Inkfold.'],
  [
    { ...HELD, role: 'moderator', invitedBy: null, book: null },
    'You are invited to moderate the threads of Inkfold.',
  ],
])('an invitation is described by what it has: %j', async (invitation, greeting) => {
  signUp('open', `?invitation=${CODE}`, { [LOOK_UP]: () => [200, invitation] })
  expect(await screen.findByText(greeting)).toBeTruthy()
})

test('the page that was asked for comes before the book of the invitation', async () => {
  const visit = signUp('invited', `?invitation=${CODE}&last=thread`, {
    ...held(),
    '/register': () => [201, { ...REGISTERED, bid: 'b1' }],
  })
  await submit(visit)
  await waitFor(() => expect(address()).toBe('/signup/profile?last=thread'))
})

test('where new members are invited, the code comes first and is checked when it is complete', async () => {
  const visit = signUp('invited', '', held())
  await screen.findByLabelText('Invitation code')
  expect(screen.getAllByRole('textbox')[0]).toBe(codeField())
  expect(
    screen.getByText('It is on your card: three groups of four letters and digits.'),
  ).toBeTruthy()
  await visit.user.type(screen.getByLabelText('Invitation code'), 'k7qd 3mxr-9vt')
  await visit.user.tab()
  expect(screen.getByText('The code has three groups of four letters and digits.')).toBeTruthy()
  await visit.user.type(screen.getByLabelText('Invitation code'), 'a')
  expect(await screen.findByText(GREETING)).toBeTruthy()
  expect(visit.calls.filter(({ path }) => path.startsWith('/api/invitations'))).toHaveLength(1)
  await submit(visit)
  await waitFor(() => expect(visit.bodiesOf('/register')).toMatchObject([{ invitation: BARE }]))
})

test('a typed code that is refused says why at the field and blocks the form', async () => {
  const visit = signUp('invited', '', refused())
  await visit.user.type(await screen.findByLabelText('Invitation code'), CODE)
  expect(
    await screen.findByRole('textbox', { name: 'Invitation code', description: new RegExp(USED) }),
  ).toBeTruthy()
  expect(signUpButton().disabled).toBe(true)
})

test('a code that cannot be checked now is checked by sign-up', async () => {
  const visit = signUp('invited', '', {
    [LOOK_UP]: () => [429, refusal('rate-limited', 'Please wait 2 seconds.')],
  })
  await visit.user.type(await screen.findByLabelText('Invitation code'), CODE)
  expect(await screen.findByText('Please wait 2 seconds.')).toBeTruthy()
  await submit(visit)
  await waitFor(() => expect(visit.bodiesOf('/register')).toMatchObject([{ invitation: BARE }]))
})

test('an invitation that was used meanwhile is said at the field', async () => {
  const visit = signUp('invited', '', {
    ...held(),
    '/register': () => [422, refusal('invalid', USED, { invitation: USED })],
  })
  await visit.user.type(await screen.findByLabelText('Invitation code'), CODE)
  await submit(visit)
  expect(await screen.findByText(USED)).toBeTruthy()
  expect(document.activeElement).toBe(codeField())
})

test('where new members are invited, a refused link leads to the field', async () => {
  const { calls } = signUp('invited', `?invitation=${CODE}`, refused())
  expect(await screen.findByText(USED)).toBeTruthy()
  expect(codeField()?.value).toBe(CODE)
  expect(calls.filter(({ path }) => path === LOOK_UP)).toHaveLength(1)
})

test('where anybody can sign up, a refused link does not stand in the way', async () => {
  const visit = signUp('open', `?invitation=${CODE}`, refused())
  expect(await screen.findByText(USED)).toBeTruthy()
  expect(screen.getByText('You can sign up without an invitation.')).toBeTruthy()
  await submit(visit)
  await waitFor(() => expect(address()).toBe('/signup/profile'))
  expect(visit.bodiesOf('/register')[0]).not.toHaveProperty('invitation')
})

test('a link that cannot be checked now is sent with sign-up', async () => {
  const visit = signUp('open', `?invitation=${CODE}`, {
    [LOOK_UP]: () => [429, refusal('rate-limited', 'Please wait 2 seconds.')],
  })
  expect(await screen.findByText('Your invitation is checked again when you sign up.')).toBeTruthy()
  await submit(visit)
  await waitFor(() => expect(visit.bodiesOf('/register')).toMatchObject([{ invitation: BARE }]))
})

test('an applicant introduces themselves', async () => {
  const visit = signUp('approved', '', {
    '/register': () => [201, { ...REGISTERED, awaitsAcceptance: true }],
  })
  await visit.user.type(
    await screen.findByLabelText('Introduce yourself in a sentence'),
    ' I write letters. ',
  )
  await submit(visit)
  expect(await screen.findByText(/^An admin has yet to accept you as a member/)).toBeTruthy()
  expect(address()).toBe('/signup/profile')
  expect(visit.bodiesOf('/register')).toMatchObject([{ application: 'I write letters.' }])
  expect(visit.bodiesOf('/register')[0]).not.toHaveProperty('invitation')
  expect(getStored('application')).toBe('waiting')
})

/** Opens a link whose invitation is used up before it is submitted, and submits it. */
async function submitUsedLink(registration: typeof serverConfig.registration) {
  let isUsed = false
  const visit = signUp(registration, `?invitation=${CODE}`, {
    [LOOK_UP]: () => (isUsed ? [422, refusal('invalid', USED, { invitation: USED })] : [200, HELD]),
    '/register': ({ invitation }) => {
      isUsed = true
      return invitation ? [422, refusal('invalid', USED, { invitation: USED })] : [201, REGISTERED]
    },
  })
  await screen.findByText(GREETING)
  await submit(visit)
  await waitFor(() => expect(screen.queryByText(GREETING)).toBeNull())
  expect(await screen.findAllByText(USED)).toHaveLength(1)
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Noa Berg')
  return visit
}

test('where new members are invited, a link that was used meanwhile leads to the field', async () => {
  const { user } = await submitUsedLink('invited')
  expect(codeField()?.value).toBe(CODE)
  expect(document.activeElement).toBe(codeField())
  expect(signUpButton().disabled).toBe(true)
  await user.clear(screen.getByLabelText('Invitation code'))
  await waitFor(() => expect(screen.queryByText(USED)).toBeNull())
})

test('where members apply, a link that was used meanwhile leads to an application', async () => {
  const { user, bodiesOf } = await submitUsedLink('approved')
  await user.type(screen.getByLabelText('Introduce yourself in a sentence'), 'I write letters.')
  await user.click(signUpButton())
  await waitFor(() => expect(address()).toBe('/signup/profile'))
  expect(bodiesOf('/register')[1]).toMatchObject({ application: 'I write letters.' })
})

test('where anybody can sign up, a link that was used meanwhile does not stand in the way', async () => {
  const { user } = await submitUsedLink('open')
  expect(screen.getByText('You can sign up without an invitation.')).toBeTruthy()
  await user.click(signUpButton())
  await waitFor(() => expect(address()).toBe('/signup/profile'))
})

test('an introduction is kept while the field of an invitation is open', async () => {
  const { user } = signUp('approved')
  await user.type(await screen.findByLabelText('Introduce yourself in a sentence'), 'I write.')
  await user.click(screen.getByRole('button', { name: 'I have an invitation' }))
  expect(words()).toBeNull()
  await user.click(screen.getByRole('button', { name: 'I have no invitation' }))
  expect(words()).toHaveProperty('value', 'I write.')
})

test('an application that is refused says why at the field', async () => {
  const reason = 'This has at most 500 characters, all of them printable.'
  const visit = signUp('approved', '', {
    '/register': () => [422, refusal('invalid', reason, { application: reason })],
  })
  await visit.user.type(await screen.findByLabelText('Introduce yourself in a sentence'), 'Hello.')
  await submit(visit)
  expect(await screen.findByText(reason)).toBeTruthy()
  expect(document.activeElement).toBe(words())
})

test('whoever has a card does not apply', async () => {
  const visit = signUp('approved', '', held())
  await visit.user.click(await screen.findByRole('button', { name: 'I have an invitation' }))
  expect(words()).toBeNull()
  await visit.user.type(screen.getByLabelText('Invitation code'), CODE)
  expect(await screen.findByText(GREETING)).toBeTruthy()
  await submit(visit)
  await waitFor(() => expect(visit.bodiesOf('/register')).toMatchObject([{ invitation: BARE }]))
  expect(visit.bodiesOf('/register')[0]).not.toHaveProperty('application')
})

test('a newcomer with a refused link can apply', async () => {
  signUp('approved', `?invitation=${CODE}`, refused())
  expect(await screen.findByText(USED)).toBeTruthy()
  expect(words()).toBeTruthy()
})

test.each(['', `?invitation=${CODE}`])(
  'a closed community says so and signs nobody out: /signup%s',
  async (query) => {
    signInAs('u0')
    const { calls } = signUp('closed', query)
    expect(await screen.findByText('This community takes no new members at present.')).toBeTruthy()
    expect(screen.queryByLabelText('Name')).toBeNull()
    const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(link('Go to the library')).toBe('/library')
    expect(calls.map(({ path }) => path)).not.toContain('/signout')
  },
)

test('a community that closed meanwhile says so above the form', async () => {
  const closed = 'This community takes no new members at present.'
  const visit = signUp('open', '', {
    '/register': () => [403, refusal('registration-closed', closed)],
  })
  await submit(visit)
  expect((await screen.findByRole('alert')).textContent).toContain(closed)
})

test.each(['invited', 'approved', 'closed'] as const)(
  'where sign-up is %s, the first admin fills in the plain form',
  async (registration) => {
    const visit = signUp(registration, '?setup=once')
    expect(await screen.findByText(/you become the first admin/)).toBeTruthy()
    expect(codeField()).toBeNull()
    expect(words()).toBeNull()
    await submit(visit)
    await waitFor(() => expect(visit.bodiesOf('/register')).toMatchObject([{ setup: 'once' }]))
  },
)

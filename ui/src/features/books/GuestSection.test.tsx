import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { serverConfig } from '../../lib/server-config'
import { getStored } from '../../lib/storage'
import { BOOK, PROFILE, QUESTIONS, textMemo } from '../../testing/fixtures'
import { GUEST_ROLES, signInGuest, waitingMemo } from '../../testing/guest'
import { address, renderApp, signInAs } from '../../testing/render-app'
import { refusal, serve } from '../../testing/server'

const HERE = '/book/contribute/entry/b1'
const RENEW = '/api/guests/private-link'
const LEAVE = '/api/guests/leave'

function open(handlers: Parameters<typeof serve>[0] = {}) {
  const server = serve({
    '/check-admin': () => [200, GUEST_ROLES],
    '/api/book': () => [200, BOOK],
    '/api/questions': () => [200, QUESTIONS],
    '/api/memo/list': () => [200, [waitingMemo('smell', 'Of bread.')]],
    '/api/memo/removed': () => [200, []],
    ...handlers,
  })
  return { ...server, user: renderApp(HERE) }
}

const section = async () => within(await screen.findByRole('region', { name: 'You’re a guest' }))

async function ask(user: ReturnType<typeof open>['user'], button: string, title: string) {
  await user.click((await section()).getByRole('button', { name: button }))
  return within(screen.getByRole('dialog', { name: title }))
}

const askForLink = (user: ReturnType<typeof open>['user']) =>
  ask(user, 'Make a new private link…', 'Make a new private link?')

const askToLeave = (user: ReturnType<typeof open>['user']) =>
  ask(user, 'Remove me and my answers…', 'Remove yourself and your answers?')

test('answers that wait say so, accepted ones don’t', async () => {
  signInGuest()
  open({
    '/api/memo/list': () => [
      200,
      [waitingMemo('smell', 'Of bread.'), { ...waitingMemo('chair', 'Of oak.'), waiting: false }],
    ],
  })
  const waiting = within(await screen.findByRole('article', { name: 'What about the smell?' }))
  expect(waiting.getByText('Waiting for acceptance')).toBeTruthy()
  expect(screen.getAllByText('Waiting for acceptance')).toHaveLength(1)
})

test('the section names the guest, and nothing technical', async () => {
  signInGuest()
  open()
  expect((await section()).getByText(/You answer as Ida Bell\./)).toBeTruthy()
  const account = (await section()).getByRole('link', { name: 'Create an account' })
  expect(account.getAttribute('href')).toBe('/guest-account')
  expect(document.body.textContent).not.toMatch(/g1@|guest-g1/)
})

test('where nobody can sign up, no account is offered', async () => {
  vi.spyOn(serverConfig, 'registration', 'get').mockReturnValue('closed')
  signInGuest()
  open()
  expect((await section()).queryByRole('link', { name: 'Create an account' })).toBeNull()
})

test('a new private link is made after a question', async () => {
  signInGuest()
  const { user, bodiesOf } = open({ [RENEW]: () => [201, { privateLink: 'https://x/back/2' }] })
  const dialog = await askForLink(user)
  expect(dialog.getByText(/^The link that you have stops working/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Make the link' }))
  const field = (await screen.findByLabelText('Your private link')) as HTMLInputElement
  expect(field.value).toBe('https://x/back/2')
  expect(bodiesOf(RENEW)).toHaveLength(1)
  await waitFor(() => expect(document.activeElement?.id).toBe('guest'))
})

test('a link that could not be made is said', async () => {
  signInGuest()
  const { user } = open({ [RENEW]: () => [429, refusal('rate-limited', 'Please wait a moment.')] })
  const dialog = await askForLink(user)
  await user.click(dialog.getByRole('button', { name: 'Make the link' }))
  expect(await dialog.findByText('Please wait a moment.')).toBeTruthy()
})

test('a guest is removed after a question, signed out, and led home', async () => {
  signInGuest()
  const { user, bodiesOf } = open({ [LEAVE]: () => [204] })
  const dialog = await askToLeave(user)
  expect(bodiesOf(LEAVE)).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Remove me and my answers' }))
  await waitFor(() => expect(address()).toBe('/'))
  expect([getStored('uid'), getStored('guestOf'), getStored('bid')]).toEqual([null, null, null])
  expect(await screen.findByText('You and your answers are removed.')).toBeTruthy()
})

test('a removal that fails is said, and the guest stays', async () => {
  signInGuest()
  const { user } = open({ [LEAVE]: () => [500, refusal('internal', 'The disk is full.')] })
  const dialog = await askToLeave(user)
  await user.click(dialog.getByRole('button', { name: 'Remove me and my answers' }))
  expect(await dialog.findByText('The disk is full.')).toBeTruthy()
  expect(getStored('guestOf')).toBe('b1')
})

test('a withdrawn answer offers no Undo, which the server keeps for members', async () => {
  signInGuest()
  const { user } = open({ '/api/memo/remove': () => [204, null] })
  await user.click(await screen.findByRole('button', { name: /^Change.*smell/ }))
  expect(screen.queryByRole('button', { name: /transcription/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Withdraw' }))
  expect(await screen.findByText('Entry withdrawn.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('a declined answer is named', async () => {
  const removed = {
    id: 'm9',
    qid: 'smell',
    question: 'What about the smell?',
    removedAt: { _seconds: 0, _nanoseconds: 0 },
    why: 'A keeper of the book has declined it.',
  }
  signInGuest()
  open({ '/api/memo/removed': () => [200, [removed]] })
  expect(await screen.findByText(/One of your answers was declined\./)).toBeTruthy()
  expect(screen.getByText(/A keeper of the book has declined it\./)).toBeTruthy()
})

test('a published book can be downloaded, and not read here', async () => {
  signInGuest()
  open({
    '/api/book': () => [200, { ...BOOK, status: 'published', edition: 1 }],
    '/api/book/b1/editions': () => [200, []],
  })
  expect(await screen.findByRole('link', { name: 'Download the book' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: /^Read/ })).toBeNull()
})

test('a guest who became a member elsewhere is a member here, too', async () => {
  signInGuest()
  open({
    '/check-admin': () => [200, { ...GUEST_ROLES, guestOf: null }],
    '/query-profile': () => [200, { ...PROFILE, uid: 'g1' }],
    '/api/account/application': () => [200, { state: 'none' }],
    '/api/memo/history': () => [200, []],
  })
  await waitFor(() => expect(getStored('guestOf')).toBeNull())
  expect(getStored('email')).toBe(PROFILE.email)
  await waitFor(() => expect(screen.queryByText('You’re a guest')).toBeNull())
})

test('members see no such section', async () => {
  signInAs('u1')
  open({
    '/api/memo/list': () => [200, [textMemo('smell', 'Of bread.')]],
    '/api/memo/history': () => [200, []],
  })
  expect(await screen.findByText('Of bread.')).toBeTruthy()
  expect(screen.queryByText('You’re a guest')).toBeNull()
  expect(screen.queryByText('Waiting for acceptance')).toBeNull()
})

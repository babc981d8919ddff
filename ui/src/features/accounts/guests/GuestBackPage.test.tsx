import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getStored, setStored } from '../../../lib/storage'
import { BOOK, QUESTIONS } from '../../../testing/fixtures'
import { GUEST, GUEST_ROLES } from '../../../testing/guest'
import { address, renderApp, signInAs } from '../../../testing/render-app'
import { refusal, serve } from '../../../testing/server'

const HERE = '/guest/back/s3cret'
const BACK = '/api/guests/back'

type Reply = [status: number, body?: unknown]

function open(reply: () => Reply = () => [200, { bid: 'b1', privateLink: null, account: GUEST }]) {
  const server = serve({
    [BACK]: reply,
    '/verify-token': () => [200, {}],
    '/check-admin': () => [200, GUEST_ROLES],
    '/api/book': () => [200, BOOK],
    '/api/questions': () => [200, QUESTIONS],
    '/api/memo/list': () => [200, []],
    '/api/memo/removed': () => [200, []],
  })
  return { ...server, user: renderApp(HERE) }
}

test('a private link signs the guest in, and leads to their book', async () => {
  const { bodiesOf } = open()
  await waitFor(() => expect(address()).toBe('/book/contribute/entry/b1'))
  expect(bodiesOf(BACK)).toEqual([{ secret: 's3cret' }])
  expect([getStored('uid'), getStored('guestOf')]).toEqual(['g1', 'b1'])
  expect(await screen.findByRole('heading', { name: 'You’re a guest' })).toBeTruthy()
})

test('a private link that doesn’t work says so', async () => {
  const message = 'This private link doesn’t work.'
  open(() => [422, refusal('invalid', message, { secret: message })])
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.getByText(/Ask the people who look after the book/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(getStored('guestOf')).toBeNull()
})

test('after too many attempts it can be tried again', async () => {
  let isEarly = true
  const { user } = open(() =>
    isEarly
      ? [429, refusal('rate-limited', 'Please wait a moment.')]
      : [200, { bid: 'b1', privateLink: null, account: GUEST }],
  )
  const again = await screen.findByRole('button', { name: 'Try again' })
  isEarly = false
  await user.click(again)
  await waitFor(() => expect(address()).toBe('/book/contribute/entry/b1'))
})

test('a member is asked first', async () => {
  signInAs('u1')
  setStored({ name: 'Mara' })
  const { user, bodiesOf } = open()
  expect(await screen.findByText(/You’re signed in as Mara\./)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Stay signed in' }).getAttribute('href')).toBe('/begin')
  expect(bodiesOf(BACK)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Continue as guest' }))
  await waitFor(() => expect(address()).toBe('/book/contribute/entry/b1'))
  expect(getStored('uid')).toBe('g1')
})

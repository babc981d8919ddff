import { expect, test } from 'vitest'
import { ApiError } from '../lib/api-error'
import { refusal, serve } from '../testing/server'
import { api, call } from './client'

const signIn = () => call(api.POST('/signin', { body: { email: 'a@b', password: 'x' } }))

/** Cookies of earlier tests would answer for the server. */
function setToken(token: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: this is what the client reads.
  document.cookie = `XSRF-TOKEN=${token}`
}

test('echoes the token of the cookie', async () => {
  setToken('one')
  const { calls } = serve({ '/signin': () => [200, {}] })
  await signIn()
  expect(calls[0]?.headers.get('x-xsrf-token')).toBe('one')
})

test('sends once more when the refusal brought a new token', async () => {
  setToken('old')
  const { calls } = serve({
    '/signin': () => {
      if (calls.length > 1) return [200, { uid: 'u1' }]
      setToken('new')
      return [403, refusal('csrf', 'This page is out of date.')]
    },
  })
  await expect(signIn()).resolves.toEqual({ uid: 'u1' })
  expect(calls.map(({ headers }) => headers.get('x-xsrf-token'))).toEqual(['old', 'new'])
  expect(calls[1]?.body).toEqual({ email: 'a@b', password: 'x' })
})

test('a refusal keeps its words, code and fields', async () => {
  serve({ '/signin': () => [422, refusal('invalid', 'Please look again.', { email: 'Wrong.' })] })
  const error = await signIn().catch((refused: unknown) => refused)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    status: 422,
    code: 'invalid',
    message: 'Please look again.',
    fields: { email: 'Wrong.' },
  })
})

test.each([
  ['no answer', () => Promise.reject(new Error('offline'))],
  ['a proxy without its server', (): [number] => [502]],
])('%s is told as unreachable', async (_case, answer) => {
  serve({ '/signin': answer })
  await expect(signIn()).rejects.toMatchObject({ code: 'unreachable' })
})

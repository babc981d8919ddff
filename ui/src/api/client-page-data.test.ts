import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serve } from '../testing/server'

const BOOKS = [{ id: 'b1', name: '</script> & ü' }]

/** A client that finds these responses in the page. */
async function clientOn(sent: object[]) {
  vi.resetModules()
  const element = document.createElement('script')
  element.id = 'page-data'
  element.type = 'application/json'
  element.textContent = JSON.stringify(sent)
  document.body.append(element)
  return await import('./client')
}

beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(1_000))
afterEach(() => document.getElementById('page-data')?.remove())

test('a response that came with the page is used once', async () => {
  const { calls } = serve({ '/api/book/list': () => [200, []] })
  const { api, call } = await clientOn([{ call: 'POST /api/book/list {}', body: BOOKS }])
  const list = () => call(api.POST('/api/book/list', { body: {} }))
  expect(await list()).toEqual(BOOKS)
  expect(calls).toEqual([])
  expect(await list()).toEqual([])
  expect(calls).toHaveLength(1)
})

test('a call with other words asks the server', async () => {
  const { calls } = serve({ '/api/topics': () => [200, { code: 'news' }] })
  const { api, call } = await clientOn([{ call: 'GET /api/topics?code=letters ', body: {} }])
  const topic = (code: string) => call(api.GET('/api/topics', { params: { query: { code } } }))
  expect(await topic('news')).toEqual({ code: 'news' })
  expect(calls).toHaveLength(1)
  expect(await topic('letters')).toEqual({})
  expect(calls).toHaveLength(1)
})

test('initial data of a query is used once, and without a call', async () => {
  const { calls } = serve({ '/api/blocks': () => [200, []] })
  const { api, call, sentWithPage } = await clientOn([
    { call: 'GET /api/blocks ', body: [{ uid: 'u1' }] },
  ])
  const initialData = sentWithPage('GET /api/blocks ')
  expect(initialData()).toEqual([{ uid: 'u1' }])
  expect(calls).toEqual([])
  expect(initialData()).toBeUndefined()
  expect(await call(api.GET('/api/blocks'))).toEqual([])
})

test.each([
  [
    'of an earlier session',
    async (client: Awaited<ReturnType<typeof clientOn>>) => {
      await client.call(client.api.POST('/signout'))
    },
  ],
  [
    'of a visitor whose tablet asks to be signed in',
    async ({ api, call }: Awaited<ReturnType<typeof clientOn>>) => {
      const params = { path: { code: 'K7QD3M' } }
      const body = { secret: 's' }
      await call(api.POST('/api/tablet-sign-in/{code}/claim', { params, body }))
    },
  ],
  ['that are out of date', async () => void vi.mocked(performance.now).mockReturnValue(30_000)],
])('responses %s are not used', async (_why, happen) => {
  serve({
    '/signout': () => [204],
    '/api/tablet-sign-in/K7QD3M/claim': () => [200, { signedIn: null }],
    '/api/book/list': () => [200, []],
  })
  const client = await clientOn([{ call: 'POST /api/book/list {}', body: BOOKS }])
  await happen(client)
  expect(client.sentWithPage('POST /api/book/list {}')()).toBeUndefined()
  expect(await client.call(client.api.POST('/api/book/list', { body: {} }))).toEqual([])
})

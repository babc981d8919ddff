import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { withFiles } from '../build/service-worker.ts'

const WORKER = readFileSync(new URL('../public/service-worker.js', import.meta.url), 'utf8')
const SITE = 'https://example.org/ink/'

/** Service worker of a release with the given files, over a cache with the given addresses. */
function worker(files: string[], cached: string[]) {
  const listeners = new Map<string, (event: object) => void>()
  const urls = new Set(cached.map((path) => SITE + path))
  const urlOf = (request: string | { url: string }) =>
    new URL(typeof request === 'string' ? request : request.url, SITE).href
  const fetch = vi.fn(async () => new Response('fetched'))
  const cache = {
    add: async (request: string) => void urls.add(urlOf(request)),
    put: async (request: string | { url: string }) => void urls.add(urlOf(request)),
    keys: async () => [...urls].map((url) => ({ url })),
    delete: async ({ url }: { url: string }) => urls.delete(url),
  }
  runInNewContext(withFiles(WORKER, files), {
    URL,
    fetch,
    caches: {
      open: async () => cache,
      match: async (request: string | { url: string }) =>
        urls.has(urlOf(request)) ? new Response('cached') : undefined,
    },
    self: {
      location: new URL('service-worker.js', SITE),
      clients: { claim: async () => {} },
      skipWaiting: () => {},
      addEventListener: (name: string, listener: (event: object) => void) =>
        listeners.set(name, listener),
    },
  })
  /** Sends an event and waits for what the worker promises. */
  const send = async (name: string, event: object = {}) => {
    let promised: unknown
    const promise = (value: unknown) => {
      promised = value
    }
    listeners.get(name)?.({ ...event, waitUntil: promise, respondWith: promise })
    return await promised
  }
  const open = async (path: string) => {
    const request = { url: SITE + path, method: 'GET', mode: 'no-cors' }
    const response = (await send('fetch', { request })) as Response | undefined
    return response?.text()
  }
  return { send, open, cached: () => [...urls].map((url) => url.slice(SITE.length)).sort() }
}

test('a new release deletes the files of the one before, and nothing else', async () => {
  const { send, cached } = worker(
    ['first-2222222.js', 'same-1111111.js'],
    ['', 'assets/first-1111111.js', 'assets/same-1111111.js', 'assets/forms/pages.pdf'],
  )
  await send('install')
  await send('activate')
  expect(cached()).toEqual(['', 'assets/forms/pages.pdf', 'assets/same-1111111.js'])
})

test('a built file is fetched once', async () => {
  const { open, cached } = worker(['first-2222222.js'], [])
  expect(await open('assets/first-2222222.js')).toBe('fetched')
  expect(await open('assets/first-2222222.js')).toBe('cached')
  expect(cached()).toEqual(['assets/first-2222222.js'])
})

test('what is not built is left to the browser', async () => {
  const { open, cached } = worker([], [])
  expect(await open('api/topics')).toBeUndefined()
  expect(cached()).toEqual([])
})

import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { CALM } from '../testing/fixtures'
import { address, renderApp, signInAs } from '../testing/render-app'
import { serve } from '../testing/server'
import { isInsecureOrigin } from './InsecureConnectionBanner'

const BEFORE = window.location.href
const WORDS = 'This connection isn’t encrypted.'

/** Makes the browser's address another, with its host. */
function comeBy(url: string) {
  const { happyDOM } = window as unknown as { happyDOM: { setURL(url: string): void } }
  happyDOM.setURL(url)
}

function topics(isAdmin = true) {
  signInAs('a1')
  serve({
    '/check-admin': () => [200, { isAdmin }],
    '/api/admin/overview': () => [200, CALM],
    '/api/topics': () => [200, []],
  })
  renderApp('/admin/topics')
}

const topicsAreShown = () => screen.findByRole('heading', { level: 1, name: 'Topics' })

afterEach(() => comeBy(BEFORE))

test('an admin who comes by http from the internet is told so', async () => {
  comeBy('http://ink.example.org/')
  topics()
  await topicsAreShown()
  expect(screen.getByText(WORDS)).toBeTruthy()
  expect(screen.getByText(/Use https:/)).toBeTruthy()
})

test.each(['https://ink.example.org/', 'http://inkbox.local:8080/'])(
  'by %s there is nothing to tell',
  async (url) => {
    comeBy(url)
    topics()
    await topicsAreShown()
    expect(screen.queryByText(WORDS)).toBeNull()
  },
)

test('members are not told what only an admin can mend', async () => {
  comeBy('http://ink.example.org/')
  topics(false)
  await waitFor(() => expect(address()).toBe('/signin'))
  expect(screen.queryByText(WORDS)).toBeNull()
})

const isOpen = (address: string) => isInsecureOrigin(new URL(address))

test.each([
  'http://ink.example.org',
  'http://ink.example.org:8080/admin',
  'http://198.51.100.7',
  'http://172.32.0.1',
  'http://10.example.org',
  'http://[2001:db8::1]:8080',
  'http://mylocal.org',
])('passwords travel in the open to %s', (address) => {
  expect(isOpen(address)).toBe(true)
})

test.each([
  'https://ink.example.org',
  'https://198.51.100.7',
  'http://localhost:8080',
  'http://127.0.0.1:8080',
  'http://inkbox.local:8080',
  'http://pi',
  'http://box.home.arpa',
  'http://192.168.1.5',
  'http://172.16.0.9',
  'http://[::1]:8080',
  'http://[fd00::1]',
])('%s is encrypted or near', (address) => {
  expect(isOpen(address)).toBe(false)
})

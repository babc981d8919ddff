import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { serverConfig } from '../../lib/server-config'
import storage from '../../lib/storage.ts?raw'
import { playPrizePeg } from '../../testing/prize'
import { renderApp } from '../../testing/render-app'

/** Names in the first column of a table. */
async function namesIn(table: string) {
  const found = await screen.findByRole('table', { name: table })
  return within(found)
    .getAllByRole('rowheader')
    .map((cell) => cell.textContent)
}

test('every key of the browser’s storage is named', async () => {
  playPrizePeg()
  renderApp('/privacy')
  const type = storage.match(/type StorageKey =([^=]*)\n\n/)?.[1] ?? ''
  const keys = Array.from(type.matchAll(/'(\w+)'/g), (found) => found[1])
  expect(keys).toContain('bid')
  expect((await namesIn('The storage of your browser')).sort()).toEqual([...keys, 'draft/…'].sort())
})

test('every cookie is named', async () => {
  renderApp('/privacy')
  expect(await namesIn('Cookies in your browser')).toEqual([
    'session, with https __Host-session or __Secure-session',
    'XSRF-TOKEN',
    'theme',
    'display',
  ])
})

test('what is collected, what for, who sees it and whom to ask', async () => {
  vi.spyOn(serverConfig, 'contact', 'get').mockReturnValue('hello@example.org')
  renderApp('/privacy')
  for (const name of ['What is collected', 'What it is used for', 'Who sees it', 'Questions']) {
    expect(await screen.findByRole('heading', { level: 2, name })).toBeTruthy()
  }
  expect(screen.getByRole('link', { name: 'hello@example.org' })).toBeTruthy()
  const onServer = await namesIn('On the server')
  const nouns = [
    'Password',
    'Two-step verification',
    'Passkeys',
    'API tokens',
    'Secret mail address',
    'Questions of the week',
    'Reply addresses',
    'Answers by mail',
    'Guests of books',
    'Private link of a guest',
    'Reports',
    'Members you’ve blocked',
    'Suspensions',
  ]
  expect(nouns.filter((noun) => !onServer.some((name) => name?.startsWith(noun)))).toEqual([])
})

import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { playPrizePeg } from '../../testing/prize'
import { renderApp, signInAs } from '../../testing/render-app'
import { serve } from '../../testing/server'

const TRACE = /\bprize|\bpegs?\b|\bgame\b|\breward|\bwin(s|ner)?\b|payout/i

beforeEach(() => {
  signInAs('u1')
  serve({
    '/check-admin': () => [200, { isAdmin: true }],
    '/api/admin/members': () => [200, []],
  })
})

afterEach(cleanup)

test.each(['/payout', '/prizepeg/checkout', '/prizepeg/draws', '/admin/payouts', '/help/prizepeg'])(
  'where no game is played there is nothing at %s',
  async (path) => {
    renderApp(path)
    expect(await screen.findByText('There is nothing at this address.')).toBeTruthy()
  },
)

test.each([
  ['/', 'Write by hand. Be read by people.'],
  ['/features', 'How it works'],
  ['/about', 'About'],
  ['/contact', 'Contact'],
  ['/privacy', 'Privacy'],
  ['/help', 'Help'],
  ['/help/remarkable', 'Help for reMarkable'],
  ['/help/mobile', 'Help for phone and paper'],
  ['/admin/members', 'Members'],
])('where no game is played there is no trace of it on %s', async (path, title) => {
  renderApp(path)
  await screen.findByRole('heading', { level: 1, name: title })
  expect(document.body.textContent).not.toMatch(TRACE)
  expect(document.querySelector('[href*="prizepeg"], [href*="payout"]')).toBeNull()
})

test.each([
  ['/features', 'How the game is played'],
  ['/help', 'The prize game'],
  ['/help/remarkable', 'a game'],
])('where it is played, %s leads to it', async (path, name) => {
  playPrizePeg()
  renderApp(path)
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe('/help/prizepeg')
})

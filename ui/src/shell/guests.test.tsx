import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { getStored, removeStored } from '../lib/storage'
import { BOOK, QUESTIONS } from '../testing/fixtures'
import { GUEST_ROLES, signInGuest } from '../testing/guest'
import { address, renderApp } from '../testing/render-app'
import { serve } from '../testing/server'

const ENTRIES = '/book/contribute/entry/b1'

const serveGuest = () =>
  serve({
    '/check-admin': () => [200, GUEST_ROLES],
    '/signout': () => [204],
    '/api/book': () => [200, BOOK],
    '/api/questions': () => [200, QUESTIONS],
    '/api/memo/list': () => [200, []],
    '/api/memo/removed': () => [200, []],
  })

beforeEach(() => signInGuest())

test('the navigation has only what a guest can use', async () => {
  serveGuest()
  renderApp(ENTRIES)
  const nav = within(await screen.findByRole('navigation', { name: 'Main' }))
  expect(
    nav.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Your book', ENTRIES],
    ['Help', '/help'],
  ])
  expect(screen.queryByRole('navigation', { name: 'Quick' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Sign In' })).toBeNull()
  expect(screen.queryByText('Verify your email to submit.')).toBeNull()
})

test('a guest leaves the device after a word about the private link', async () => {
  const { bodiesOf } = serveGuest()
  const user = renderApp('/help')
  await user.click(await screen.findByRole('button', { name: 'Menu' }))
  expect(screen.queryByRole('button', { name: 'Sign out' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Leave this device' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Leave this device?' }))
  expect(dialog.getByText(/Your private link brings you back/)).toBeTruthy()
  const again = dialog.getByRole('link', { name: 'Make a new private link' })
  expect(again.getAttribute('href')).toBe(ENTRIES)
  expect(bodiesOf('/signout')).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Leave this device' }))
  await waitFor(() => expect(address()).toBe('/'))
  expect([getStored('uid'), getStored('guestOf')]).toEqual([null, null])
  expect(bodiesOf('/signout')).toHaveLength(1)
})

test.each([
  '/begin',
  '/settings',
  '/my-pages',
  '/mailed-answers',
  '/activate/posts',
  '/admin/books',
  '/tablet/K7QD3M',
  '/book/b1/read',
  '/book/contribute/entry/b2',
  '/book/contribute/post/text/b2',
])('a guest who opens %s is led to their book', async (path) => {
  serveGuest()
  renderApp(path)
  await waitFor(() => expect(address()).toBe(ENTRIES))
  expect(await screen.findByRole('heading', { name: 'You’re a guest' })).toBeTruthy()
})

test('the home page leads to the book', async () => {
  serveGuest()
  renderApp('/')
  const way = await screen.findByRole('link', { name: 'Open your book' })
  expect(way.getAttribute('href')).toBe(ENTRIES)
})

test('a guest whose session has ended is told about the private link', async () => {
  removeStored('uid', 'email')
  serveGuest()
  renderApp(ENTRIES)
  expect(await screen.findByText(/Open your private link to come back\./)).toBeTruthy()
  expect(address()).toBe('/signin?last=book/contribute/entry/b1')
})

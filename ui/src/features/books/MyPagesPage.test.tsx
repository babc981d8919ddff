import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BOOK, textMemo } from '../../testing/fixtures'
import { address, renderApp, signInAs } from '../../testing/render-app'
import { serve } from '../../testing/server'

const RIVERS = { ...BOOK, id: 'b2', name: 'Rivers' }

const open = (memos: unknown[]) => {
  signInAs('u1')
  serve({ '/query-memos': () => [200, memos], '/api/book/list': () => [200, [RIVERS, BOOK]] })
  return renderApp('/my-pages')
}

const leadsTo = async (name: string) =>
  (await screen.findByRole('link', { name })).getAttribute('href')

test('all pages are shown book by book, with their loves and as PDF', async () => {
  open([
    { ...textMemo('smell', 'Of bread.'), published: true, loves: 12 },
    { ...textMemo('bank', 'Reeds.'), bid: 'b2' },
  ])
  expect(await leadsTo('All my pages as PDF')).toBe('/api/mine.pdf')
  expect(await leadsTo('My pages of Rivers as PDF')).toBe('/api/book/b2/mine.pdf')
  expect(await leadsTo('What about the smell?')).toBe('/memo/m-smell')
  expect(screen.getByText(/12 loves/)).toBeTruthy()
  expect(screen.getByText('Reeds.')).toBeTruthy()
  const books = screen.getAllByRole('heading', { level: 2 }).map((each) => each.textContent)
  expect(books).toEqual(['Rivers', 'The kitchen table'])
})

test('without pages there is the way to the library', async () => {
  open([])
  expect(await screen.findByText('You have not submitted any entries')).toBeTruthy()
  expect(await leadsTo('Open the library')).toBe('/library')
})

test('strangers sign in first and come back', async () => {
  serve({})
  renderApp('/my-pages')
  await waitFor(() => expect(address()).toBe('/signin?last=my-pages'))
})

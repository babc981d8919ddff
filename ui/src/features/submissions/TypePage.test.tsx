import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BOOK, QUESTIONS } from '../../testing/fixtures'
import { address, renderApp, signInAs } from '../../testing/render-app'
import { serve } from '../../testing/server'

const CHOICE = '/book/contribute/post/b1'
const TEXT = '/book/contribute/post/text/b1'

const serveBook = () =>
  serve({
    '/api/book': () => [200, BOOK],
    '/api/questions': () => [200, QUESTIONS],
    '/api/memo/usr/count': () => [200, { hand: 5, page: 1, text: 2, total: 8 }],
    '/api/memo/list': () => [200, []],
  })

const heading = (name: string | RegExp) =>
  screen.findByRole('heading', { level: 2, name }, { timeout: 5000 })

test('each way to contribute says what it is for, and how many one has submitted', async () => {
  signInAs('u1')
  serveBook()
  renderApp(CHOICE)
  expect(await heading('Handwriting 5 submitted')).toBeTruthy()
  expect(await heading('Full Page 1 submitted')).toBeTruthy()
  expect(await heading('Text 2 submitted')).toBeTruthy()
  const help = (name: string) => {
    const id = screen.getByRole('link', { name }).getAttribute('aria-describedby')
    return document.getElementById(id ?? '')?.textContent
  }
  expect(help('Handwriting')).toBe('Use a tablet to handwrite a personal note.')
  expect(help('Full Page')).toBe('Upload an entire PDF page, good for drawings or art.')
  expect(help('Text')).toBe('Type a note, for those without a stylus.')
})

test('the way back to the choice stays when tabs are changed', async () => {
  signInAs('u1')
  serveBook()
  const user = renderApp(CHOICE)
  await user.click(await screen.findByRole('link', { name: 'Text' }, { timeout: 5000 }))
  expect(address()).toBe(`${TEXT}?last=${CHOICE}`)
  await user.click(await screen.findByRole('link', { name: /^Page/ }, { timeout: 5000 }))
  expect(address()).toBe(`/book/contribute/post/page/b1?last=${CHOICE}`)
  await user.click(await screen.findByRole('link', { name: 'Back' }, { timeout: 5000 }))
  await waitFor(() => expect(address()).toBe(CHOICE))
})

test('a visitor chooses too, signs in and comes back with the way back', async () => {
  serveBook()
  const user = renderApp(CHOICE)
  expect(await heading('Text')).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Text' }))
  const last = encodeURIComponent(`${TEXT}?last=${CHOICE}`).replace(/%2F/g, '/').slice(1)
  await waitFor(() => expect(address()).toBe(`/signin?last=${last}`))
})

test('a tab that is pointed at says what it is for, and Escape puts the words away', async () => {
  signInAs('u1')
  serveBook()
  const user = renderApp(TEXT)
  const tabs = within(
    await screen.findByRole('navigation', { name: 'Ways to contribute' }, { timeout: 5000 }),
  )
  expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Handwritten5 submitted',
    'Page1 submitted',
    'Text2 submitted',
  ])
  const hand = tabs.getByRole('link', { name: /^Handwritten/ })
  await user.hover(hand)
  const tip = screen.getByRole('tooltip')
  expect(tip.textContent).toBe('Use a tablet to handwrite a personal note.')
  expect(hand.getAttribute('aria-describedby')).toBe(tip.id)
  await user.unhover(hand)
  expect(screen.queryByRole('tooltip')).toBeNull()
  hand.focus()
  expect(await screen.findByRole('tooltip')).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('tooltip')).toBeNull()
  // A tap opens the tab: its page says the same.
  expect(screen.getByText('Type a note, for those without a stylus.')).toBeTruthy()
})

test('the card of the book leads to one’s contributions', async () => {
  signInAs('u1')
  serveBook()
  renderApp(TEXT)
  const way = await screen.findByRole('link', { name: 'Contributions' }, { timeout: 5000 })
  expect(way.getAttribute('href')).toBe('/book/contribute/entry/b1')
  expect(screen.getByText(BOOK.description)).toBeTruthy()
  expect(screen.getByText('Unpublished')).toBeTruthy()
})

import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { serverConfig } from '../../../lib/server-config'
import { ADMIN_BOOK } from '../../../testing/fixtures'
import { renderApp, signInAs } from '../../../testing/render-app'
import { refusal, serve } from '../../../testing/server'

const AT = { _seconds: 1_780_000_000, _nanoseconds: 0 }
const RIVERS = {
  id: 's1',
  text: 'Rivers we know',
  uid: 'u1',
  author: { username: 'mara', name: 'Mara Lindqvist' },
  madeAt: AT,
}
const DONE = { ...RIVERS, id: 's2', text: 'Our kitchens', doneAt: AT, bid: 'b1', book: 'Kitchens' }

function suggestions(handlers: Parameters<typeof serve>[0] = {}, query = '') {
  signInAs('a1')
  let open = [RIVERS]
  const server = serve({
    '/check-admin': () => [200, { isAdmin: true }],
    '/api/admin/suggestions': (_body, asked) => [
      200,
      asked.get('state') === 'done' ? [DONE] : open,
    ],
    '/api/admin/books': () => [200, [ADMIN_BOOK]],
    '/api/admin/suggestions/s1/done': () => {
      open = []
      return [200, { ...RIVERS, doneAt: AT }]
    },
    ...handlers,
  })
  return { ...server, user: renderApp(`/admin/suggestions${query}`) }
}

test('a suggestion leads to a book made of it', async () => {
  suggestions()
  const card = within(await screen.findByRole('article', { name: 'Mara Lindqvist' }))
  expect(card.getByText('Rivers we know')).toBeTruthy()
  const book = card.getByRole('link', { name: 'Make it a book…' })
  expect(book.getAttribute('href')).toBe('/admin/books?from=s1')
})

test('it is answered with words and the book that came of it', async () => {
  const { user, bodiesOf } = suggestions()
  await user.click(await screen.findByRole('button', { name: 'Answer…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Answer Mara Lindqvist' }))
  await user.type(dialog.getByLabelText(/^Message to/), 'Here it is.')
  await user.selectOptions(dialog.getByLabelText('Book made from it (optional)'), 'b1')
  await user.click(dialog.getByRole('button', { name: 'Send the answer' }))
  expect(await screen.findByText('No open suggestions.')).toBeTruthy()
  expect(bodiesOf('/api/admin/suggestions/s1/done')).toEqual([{ words: 'Here it is.', bid: 'b1' }])
  await waitFor(() => expect(document.activeElement?.id).toBe('content'))
})

test('where no mail goes out there are no words to write, because nobody would read them', async () => {
  vi.spyOn(serverConfig, 'sendsMail', 'get').mockReturnValue(false)
  const { user, bodiesOf } = suggestions()
  await user.click(await screen.findByRole('button', { name: 'Answer…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Answer Mara Lindqvist' }))
  expect(dialog.getByText(/please tell Mara Lindqvist yourself/)).toBeTruthy()
  expect(dialog.queryByLabelText(/^Message to/)).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Send the answer' }))
  expect(await screen.findByText('No open suggestions.')).toBeTruthy()
  expect(bodiesOf('/api/admin/suggestions/s1/done')).toEqual([{ words: '', bid: null }])
})

test('an answer that is refused is said', async () => {
  const { user } = suggestions({
    '/api/admin/suggestions/s1/done': () => [409, refusal('conflict', 'It is answered already.')],
  })
  await user.click(await screen.findByRole('button', { name: 'Answer…' }))
  await user.click(await screen.findByRole('button', { name: 'Send the answer' }))
  expect(await screen.findByText('It is answered already.')).toBeTruthy()
})

test('those that are done say what became of them', async () => {
  suggestions({}, '?state=done')
  const book = await screen.findByRole('link', { name: 'Kitchens' })
  expect(book.getAttribute('href')).toBe('/admin/books/b1')
  expect(screen.queryByRole('button', { name: 'Answer…' })).toBeNull()
})

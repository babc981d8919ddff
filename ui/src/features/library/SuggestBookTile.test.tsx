import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BOOK } from '../../testing/fixtures'
import { address, renderApp, signInAs } from '../../testing/render-app'
import { refusal, serve } from '../../testing/server'

const TILE = { name: 'Make a book suggestion' }

test('a suggestion is sent, and what was typed is kept until then', async () => {
  signInAs('u1')
  let full = true
  const { bodiesOf } = serve({
    '/api/book/list': () => [200, [BOOK]],
    '/api/suggestion/send': () =>
      full ? [409, refusal('conflict', 'Twenty wait.')] : [201, { id: 's1', suggestion: 'x' }],
  })
  const user = renderApp('/library')
  await user.click(await screen.findByRole('button', TILE))
  const dialog = within(screen.getByRole('dialog', { name: 'Suggest a book' }))
  await user.type(dialog.getByLabelText('What should it be about?'), 'Rivers')
  await user.click(dialog.getByRole('button', { name: 'Send' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Twenty wait.')
  await user.click(dialog.getByRole('button', { name: 'Close' }))

  full = false
  await user.click(screen.getByRole('button', TILE))
  expect(screen.getByLabelText('What should it be about?')).toHaveProperty('value', 'Rivers')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText(/Your suggestion is on its way/)).toBeTruthy()
  expect(bodiesOf('/api/suggestion/send').at(-1)).toEqual({ suggestion: 'Rivers', uid: 'u1' })
  expect(localStorage.getItem('draft/u1/suggestion')).toBeNull()
})

test('a visitor signs in first', async () => {
  serve({ '/api/book/list': () => [200, []] })
  const user = renderApp('/library')
  await user.click(await screen.findByRole('button', TILE))
  await waitFor(() => expect(address()).toContain('/signin'))
})

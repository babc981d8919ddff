import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { playPrizePeg } from '../../../testing/prize'
import { renderApp, signInAs } from '../../../testing/render-app'
import { refusal, serve } from '../../../testing/server'

const AT = { _seconds: 1_780_000_000, _nanoseconds: 0 }
const WON = {
  id: '2026-11-22.17',
  uid: 'u1',
  author: { username: 'mara', name: 'Mara Lindqvist' },
  bid: 'b1',
  book: 'The kitchen table',
  picks: ['C4', 'D1'],
  winning: ['C4'],
  state: 'won',
  reward: 'A pen',
  keptAt: AT,
  decidedAt: AT,
}
const KEPT = {
  ...WON,
  id: '2026-11-22.18',
  winning: [],
  state: 'kept',
  reward: null,
  decidedAt: null,
}

function plays(handlers: Parameters<typeof serve>[0] = {}, query = '') {
  playPrizePeg()
  signInAs('a1')
  const asked: string[] = []
  const server = serve({
    '/check-admin': () => [200, { isAdmin: true }],
    '/api/admin/plays': (_body, search) => {
      asked.push(search.toString())
      return [200, [KEPT, WON]]
    },
    ...handlers,
  })
  return { ...server, asked, user: renderApp(`/admin/plays${query}`) }
}

test('every play says what was picked, and what came of it', async () => {
  plays()
  const won = within(await screen.findByRole('row', { name: /2026-11-22\.17/ }))
  for (const words of ['The kitchen table', 'C4, D1', 'Won'])
    expect(won.getByText(words)).toBeTruthy()
  expect(won.getByText(/A pen\. Winning pegs: C4\./)).toBeTruthy()
  const kept = within(screen.getByRole('row', { name: /2026-11-22\.18/ }))
  expect(kept.getByText('Not submitted yet')).toBeTruthy()
  const member = won.getByRole('link', { name: 'Mara Lindqvist' })
  expect(member.getAttribute('href')).toBe('/admin/plays?uid=u1')
})

test('credits are given to the member whose plays are shown', async () => {
  const { asked, user, bodiesOf } = plays(
    { '/api/admin/credits': () => [201, { uid: 'u1', amount: 2, balance: 5 }] },
    '?uid=u1',
  )
  await screen.findByText('Plays by Mara Lindqvist, newest first.')
  expect(asked).toEqual(['uid=u1'])
  await user.click(screen.getByRole('button', { name: 'Give credits…' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.clear(dialog.getByLabelText('Number of credits'))
  await user.type(dialog.getByLabelText('Number of credits'), '2')
  await user.type(dialog.getByLabelText('Reason'), 'The scanner failed.')
  await user.click(dialog.getByRole('button', { name: 'Give credits' }))
  expect(await screen.findByText('mara got 2 credits, and has 5 now.')).toBeTruthy()
  expect(bodiesOf('/api/admin/credits')).toEqual([
    { email: 'mara', amount: 2, why: 'The scanner failed.' },
  ])
})

test('credits that are refused say why beside the field', async () => {
  const words = 'There is no such member.'
  const { user } = plays({
    '/api/admin/credits': () => [422, refusal('invalid', words, { email: words })],
  })
  await user.click(await screen.findByRole('button', { name: 'Give credits…' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.type(dialog.getByLabelText('To'), 'nobody')
  await user.type(dialog.getByLabelText('Reason'), 'For fun.')
  await user.click(dialog.getByRole('button', { name: 'Give credits' }))
  expect(await dialog.findByText(words)).toBeTruthy()
})

test('nobody has played', async () => {
  plays({ '/api/admin/plays': () => [200, []] }, '?day=2026-11-01')
  expect(await screen.findByText('No plays yet.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Newest plays' })).toBeTruthy()
})

test('where the game is not played there is nothing', async () => {
  signInAs('a1')
  serve({ '/check-admin': () => [200, { isAdmin: true }] })
  renderApp('/admin/plays')
  expect(await screen.findByText('There is nothing at this address.')).toBeTruthy()
})

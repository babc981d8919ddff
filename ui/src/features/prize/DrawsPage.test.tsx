import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { playPrizePeg } from '../../testing/prize'
import { address, renderApp } from '../../testing/render-app'
import { refusal, serve } from '../../testing/server'
import { commitmentOf } from './draws'

const SEED = '6120736565642074686174206973206f6e6c7920666f72206120746573742e2e'
const NOW = {
  day: '2026-11-23',
  commitment: 'c0ffee',
  seed: null,
  winningPegs: 3,
  wins: 3,
  winsOfMember: 1,
  plays: null,
}
const DRAWN = { won: false, limited: false, moved: null, winning: ['B6', 'B4', 'G2'] }
const OVER = {
  ...NOW,
  day: '2026-11-22',
  commitment: commitmentOf(SEED),
  seed: SEED,
  plays: [
    { ...DRAWN, play: '2026-11-22.1', entry: 'A1', winning: null },
    { ...DRAWN, play: '2026-11-22.2', entry: 'A1', winning: null, moved: '2026-11-23.4' },
    { ...DRAWN, play: '2026-11-22.17', entry: 'B4', won: true },
  ],
}

function draws(query = '', over: object = OVER) {
  playPrizePeg()
  serve({
    '/api/prize/fairness': (_, asked) => {
      const day = asked.get('day')
      if (day === null || day === NOW.day) return [200, NOW]
      if (day === OVER.day) return [200, over]
      return day === 'yesterday'
        ? [422, refusal('invalid', 'day: not a day', { day: 'not a day' })]
        : [404, refusal('not-found', 'This day of the game was not found.')]
    },
  })
  return renderApp(`/prizepeg/draws${query}`)
}

test('anybody sees the fingerprint of the present day, and no more', async () => {
  draws()
  expect(await screen.findByText('c0ffee')).toBeTruthy()
  expect(screen.getByText(/This day isn’t over/)).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByRole('link', { name: /The day after/ })).toBeNull()
  const before = screen.getByRole('link', { name: /The day before/ })
  expect(before.getAttribute('href')).toBe('/prizepeg/draws?day=2026-11-22')
})

test('every draw of a day that is over is made again', async () => {
  draws('?day=2026-11-22')
  expect(await screen.findByText('The only draw is right.')).toBeTruthy()
  expect(screen.getByText(SEED)).toBeTruthy()
  const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }))
  expect(row('Play 17').getByText('Won')).toBeTruthy()
  expect(row('Play 17').getByText('Right')).toBeTruthy()
  expect(row('Play 1 ').getByText('Not drawn')).toBeTruthy()
  const later = row('Play 2').getByRole('link', { name: '2026-11-23.4' })
  expect(later.getAttribute('href')).toBe('/prizepeg/draws?day=2026-11-23')
})

test('a wrong draw is named', async () => {
  draws('?day=2026-11-22', {
    ...OVER,
    plays: [{ ...DRAWN, play: '2026-11-22.18', entry: 'B4', won: true }],
  })
  expect(await screen.findByText('The draw of play 2026-11-22.18 is wrong.')).toBeTruthy()
  expect(screen.getByText(/Wrong\. The winning pegs? of this seed/)).toBeTruthy()
})

test('one turns to the day before, and chooses another', async () => {
  const user = draws()
  await user.click(await screen.findByRole('link', { name: /The day before/ }))
  expect(await screen.findByText('The only draw is right.')).toBeTruthy()
  expect(address()).toBe('/prizepeg/draws?day=2026-11-22')
  expect(screen.getByLabelText<HTMLInputElement>('Day').value).toBe('2026-11-22')
  await user.clear(screen.getByLabelText('Day'))
  await user.type(screen.getByLabelText('Day'), '2020-01-01')
  await user.click(screen.getByRole('button', { name: 'Show this day' }))
  expect(await screen.findByText(/Nobody played on 2020-01-01/)).toBeTruthy()
  expect(address()).toBe('/prizepeg/draws?day=2020-01-01')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show this day' }))
})

test('what is no day is said', async () => {
  draws('?day=yesterday')
  expect(await screen.findByText('Enter a date such as 2026-11-22.')).toBeTruthy()
})

test('the command is copied, also on plain http', async () => {
  const copy = vi.fn(() => true)
  document.execCommand = copy
  const user = draws('?day=2026-11-22')
  await user.click(await screen.findByRole('button', { name: 'Copy the command' }))
  await waitFor(() => expect(copy).toHaveBeenCalledWith('copy'))
  expect(await screen.findByText('Copied.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Command').value).toContain('2026-11-22.17')
})

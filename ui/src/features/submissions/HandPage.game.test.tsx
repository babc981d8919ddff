import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { serverConfig } from '../../lib/server-config'
import { getStored, setStored } from '../../lib/storage'
import { BOOK, NO_MEMOS, QUESTIONS } from '../../testing/fixtures'
import { address, renderApp, signInAs } from '../../testing/render-app'
import { FakeUpload, refusal, serve } from '../../testing/server'

const HERE = '/book/contribute/post/hand/b1'
const ENTER = 'Submit Questionnaire and Enter to Win!'
const SKIP = 'Just Submit, Skip the PrizePeg Game'
const PLAIN = 'Submit questionnaire'
const RECT = { top: 204, left: 126, width: 560, height: 438 }
const READ = {
  dirtyIndices: [0],
  rects: [RECT],
  memos: ['iVBORsmell'],
  labels: [QUESTIONS[0]],
  page: 2,
  picks: ['E3'],
  formId: 'f1',
  confidence: 0.96,
  checks: [],
  doubtfulIndices: [],
}
const PEGS = {
  dirty: { display: { marks: 'data:image/png;base64,iVBOR', words: 'Peg E3 is your entry.' } },
  picks: ['E3'],
  accepted: 'E3',
  winning: [],
  reachedMaxDailyWins: false,
  play: '2026-11-22.17',
  commitment: 'abc',
}
const DRAW = {
  play: '2026-11-22.17',
  entry: 'E3',
  winning: ['E3', 'B4'],
  won: true,
  limited: false,
  reward: 'a book token',
  commitment: 'abc',
}
const FREE = { available: 10, used: 0, max: 10, needsCredit: false, checkout: null }

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  vi.spyOn(serverConfig, 'playsPrizePeg', 'get').mockReturnValue(true)
  signInAs('u1')
})

const serveGame = (more: Parameters<typeof serve>[0] = {}) =>
  serve({
    '/api/book': () => [200, BOOK],
    '/api/questions': () => [200, QUESTIONS],
    '/api/memo/usr/count': () => [200, NO_MEMOS],
    '/api/memo/list': () => [200, []],
    '/check-retries': () => [200, FREE],
    '/api/memo/handwriting/publish': () => [201, { memos: [] }],
    '/deduct-credit': () => [200, DRAW],
    ...more,
  })

/** Adds a form and answers what is read of it, then what is read of its pegs. */
async function add(user: UserEvent, pegs: [status: number, body: unknown], meanwhile = () => {}) {
  const file = new File(['%PDF'], 'page.pdf', { type: 'application/pdf' })
  await user.upload(await screen.findByLabelText(/Choose your PDF or PNG/), file)
  await waitFor(() => expect(FakeUpload.last?.path).toBe('/extract'))
  act(() => FakeUpload.last?.answer(200, READ))
  await waitFor(() => expect(FakeUpload.last?.path).toBe('/process-pdf'))
  const sent = FakeUpload.last as FakeUpload
  meanwhile()
  act(() => sent.answer(...pegs))
  return sent
}

const buttons = (...names: string[]) =>
  [ENTER, SKIP, PLAIN].filter((name) => screen.queryByRole('button', { name })).join() ===
  names.join()
const isDisabled = (name: string) =>
  screen.getByRole<HTMLButtonElement>('button', { name }).disabled

test('a marked peg is confirmed, played and told', async () => {
  const { calls, bodiesOf } = serveGame()
  const user = renderApp(HERE)
  const sent = await add(user, [200, PEGS], () => {
    expect([ENTER, SKIP].map(isDisabled)).toEqual([true, true])
  })
  for (const [name, value] of [
    ['left', '750'],
    ['top', '1245'],
    ['width', '500'],
    ['height', '490'],
    ['viewportWidth', '1404'],
    ['email', 'u1@example.org'],
  ]) {
    expect(sent.form?.get(name as string)).toBe(value)
  }
  const grid = await screen.findByRole('img', { name: 'Peg E3 is your entry.' })
  const line = screen.getByText(
    'PrizePeg: Peg E3 is your entry. Please confirm your pick before you submit.',
  )
  const game = line.closest('details') as HTMLDetailsElement
  expect(game.open).toBe(false)
  expect(game.contains(grid)).toBe(true)
  expect(screen.getByText(/limited to one entry\. Items in red are disregarded/)).toBeTruthy()
  const terms = screen.getByRole('link', { name: 'Terms of the game (opens in a new tab)' })
  expect(terms.getAttribute('href')).toBe('/help/prizepeg')
  expect(terms.getAttribute('target')).toBe('_blank')
  expect(buttons(ENTER, SKIP)).toBe(true)
  fireEvent.load(grid)
  expect([ENTER, SKIP].map(isDisabled)).toEqual([false, false])

  await user.click(screen.getByRole('button', { name: ENTER }))
  await waitFor(() => expect(address()).toBe('/finished'))
  expect(bodiesOf('/deduct-credit')).toEqual([{ email: 'u1@example.org', play: PEGS.play }])
  const published = calls.find(({ path }) => path === '/api/memo/handwriting/publish')
  expect(published?.headers.get('session-token')).toBe(sent.headers['session-token'])
  expect(await screen.findByRole('heading', { name: 'You have won!' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Claim Your Prize' }).getAttribute('href')).toBe(
    '/payout',
  )
  await waitFor(() => expect(getStored('hasCelebrated')).toBe(PEGS.play))
})

test('the game can be left out, and then nothing of it is remembered', async () => {
  setStored({ prizepeg: JSON.stringify({ play: 'an older one' }) })
  const { bodiesOf } = serveGame()
  const user = renderApp(HERE)
  await add(user, [200, PEGS])
  fireEvent.load(await screen.findByRole('img', { name: 'Peg E3 is your entry.' }))
  await user.click(screen.getByRole('button', { name: SKIP }))
  await waitFor(() => expect(address()).toBe('/finished/skip'))
  expect(bodiesOf('/deduct-credit')).toEqual([])
  expect(getStored('prizepeg')).toBeNull()
  expect(screen.queryByRole('heading', { name: /won|win/ })).toBeNull()
})

test('with the wins of the day given there is only submitting', async () => {
  serveGame()
  const user = renderApp(HERE)
  await add(user, [200, { ...PEGS, reachedMaxDailyWins: true, play: null }])
  const words =
    'You have hit the daily win limit for this game. Check back at a later date to play again.'
  expect(await screen.findByText(words)).toBeTruthy()
  expect(buttons(PLAIN)).toBe(true)
  await user.click(screen.getByRole('button', { name: PLAIN }))
  await waitFor(() => expect(address()).toBe('/finished'))
})

test('without a marked peg there is nothing to enter with', async () => {
  serveGame()
  const user = renderApp(HERE)
  const display = { marks: PEGS.dirty.display.marks, words: 'No peg is marked.' }
  await add(user, [200, { ...PEGS, dirty: { display }, picks: [], accepted: null, play: null }])
  fireEvent.load(await screen.findByRole('img', { name: 'No peg is marked.' }))
  expect(buttons(SKIP)).toBe(true)
})

test('pegs that cannot be read are told, and keep nobody from submitting', async () => {
  serveGame()
  const user = renderApp(HERE)
  await add(user, [409, refusal('conflict', 'This upload was drawn already.')])
  expect((await screen.findByRole('alert')).textContent).toContain('drawn already')
  expect(buttons(SKIP)).toBe(true)
  expect(isDisabled(SKIP)).toBe(false)
})

test('a draw that does not come waits on the page after', async () => {
  let broken = true
  serveGame({
    '/deduct-credit': () => (broken ? [503, refusal('busy', 'The server is busy.')] : [200, DRAW]),
  })
  const user = renderApp(HERE)
  await add(user, [200, PEGS])
  fireEvent.load(await screen.findByRole('img', { name: 'Peg E3 is your entry.' }))
  await user.click(screen.getByRole('button', { name: ENTER }))
  const again = await screen.findByRole('button', { name: 'Draw now' })
  broken = false
  await user.click(again)
  expect(await screen.findByRole('heading', { name: 'You have won!' })).toBeTruthy()
})

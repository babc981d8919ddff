import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { serverConfig } from '../../lib/server-config'
import { setStored } from '../../lib/storage'
import { BOOK, QUESTIONS, textMemo } from '../../testing/fixtures'
import { playPrizePeg } from '../../testing/prize'
import { renderApp, signInAs } from '../../testing/render-app'
import { serve } from '../../testing/server'

const MAIL = /We will send you an email/

test('whoever has submitted hears how to learn that the entries are live', async () => {
  serve({})
  renderApp('/finished/skip')
  expect(await screen.findByText(MAIL)).toBeTruthy()
})

test('where no mail is sent, none is promised', async () => {
  vi.spyOn(serverConfig, 'sendsMail', 'get').mockReturnValue(false)
  serve({})
  renderApp('/finished/skip')
  expect(await screen.findByText(/Check the library now and then/)).toBeTruthy()
  expect(screen.queryByText(MAIL)).toBeNull()
})

const HOUR_S = 3600

/** A handwritten memo, submitted so many hours after the first. */
function handMemo(qid: string, hours: number) {
  const { updatedAt, ...memo } = textMemo(qid, '')
  return {
    ...memo,
    type: 'hand',
    post: null,
    img: `/media/${qid}.png`,
    updatedAt: { ...updatedAt, _seconds: updatedAt._seconds + hours * HOUR_S },
  }
}

function open(memos: unknown[], book = BOOK, path = '/finished/skip') {
  signInAs('u1')
  setStored({ bid: 'b1' })
  serve({
    '/api/memo/list': () => [200, memos],
    '/api/book': () => [200, book],
    '/api/questions': () => [200, QUESTIONS],
  })
  renderApp(path)
}

test('the handwriting of this submission is shown, and not that of an earlier one', async () => {
  open([handMemo('smell', 5), handMemo('letter', 5), handMemo('chair', 1)])
  expect(await screen.findByText('What about the smell?')).toBeTruthy()
  expect(screen.getByRole('img', { name: 'Your handwriting', hidden: true })).toBeTruthy()
  expect(
    screen.getByRole('img', { name: 'Your answer to: What about the letter?', hidden: true }),
  ).toBeTruthy()
  expect(screen.queryByRole('img', { name: /chair/, hidden: true })).toBeNull()
  expect(await screen.findByText('You have answered every question of this book.')).toBeTruthy()
})

test('the way to the book is told, and which questions are open', async () => {
  open([handMemo('smell', 1)])
  expect(await screen.findByText(/has 3 entries of 20\./)).toBeTruthy()
  expect(screen.getByText('With 17 more it becomes a book.')).toBeTruthy()
  expect(await screen.findByText('2 questions are still open')).toBeTruthy()
  expect(screen.getByText('2. What about the chair?')).toBeTruthy()
  const more = screen.getByRole('link', { name: 'Write more by hand' })
  expect(more.getAttribute('href')).toBe('/book/contribute/post/hand/b1')
})

test('a published book takes the answers into its next edition', async () => {
  open([handMemo('smell', 1)], { ...BOOK, status: 'published', edition: 1 })
  expect(await screen.findByText(/go into its next edition/)).toBeTruthy()
})

test('the thanks stay where nothing else can be fetched', async () => {
  signInAs('u1')
  setStored({ bid: 'b1' })
  serve({})
  renderApp('/finished/skip')
  expect(await screen.findByRole('heading', { name: 'Your handwriting has arrived.' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Goto Library' })).toBeTruthy()
})

test('the result of the game comes last', async () => {
  playPrizePeg()
  const play = '2026-11-22.17'
  const draw = { play, entry: 'E3', winning: ['B4'], won: false, limited: false, reward: 'a pen' }
  setStored({ prizepeg: JSON.stringify({ play, draw }) })
  open([handMemo('smell', 1)], BOOK, '/finished')
  const result = await screen.findByRole('heading', { name: 'No win this time' })
  const before = [
    screen.getByRole('img', { name: 'Your handwriting', hidden: true }),
    screen.getByText(/has 3 entries of 20\./),
    screen.getByRole('heading', { name: '2 questions are still open' }),
    result,
  ]
  const sorted = [...before].sort((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  )
  expect(before).toEqual(sorted)
})

test('the result waits for what stands above it', async () => {
  playPrizePeg()
  setStored({ prizepeg: JSON.stringify({ play: '2026-11-22.17' }), bid: 'b1' })
  signInAs('u1')
  let arrive = () => {}
  serve({
    '/api/memo/list': () => [200, [handMemo('smell', 1)]],
    '/api/book': () => [200, BOOK],
    '/api/questions': () =>
      new Promise((resolve) => {
        arrive = () => resolve([200, QUESTIONS])
      }),
  })
  renderApp('/finished')
  await screen.findByRole('link', { name: 'Goto Library' })
  await new Promise((done) => setTimeout(done, 700))
  expect(screen.queryByRole('heading', { name: 'Your draw is pending' })).toBeNull()
  arrive()
  expect(await screen.findByRole('heading', { name: 'Your draw is pending' })).toBeTruthy()
})

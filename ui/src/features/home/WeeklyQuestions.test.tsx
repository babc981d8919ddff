import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { components } from '../../api/schema'
import { renderApp, signInAs } from '../../testing/render-app'
import { refusal, serve } from '../../testing/server'

type Schemas = components['schemas']
type Handlers = Parameters<typeof serve>[0]

const OWN = '/api/account/weekly-questions'
const SEEN = '/api/account/weekly-questions/b1/seen'

const INK: Schemas['WeeklyQuestionView'] = {
  bid: 'b1',
  book: 'A year in ink',
  question: { key: 'smell', number: 1, description: 'What about the smell?' },
  sentAt: { _seconds: 1_780_000_000, _nanoseconds: 0 },
}

const RIVERS: Schemas['WeeklyQuestionView'] = {
  ...INK,
  bid: 'b2',
  book: 'Rivers',
  question: { key: 'bank', number: 4, description: 'Which bank?' },
}

const handlersWith = (own: Schemas['WeeklyQuestionsView'], more: Handlers = {}): Handlers => ({
  '/api/book/list': () => [200, []],
  '/query-memos': () => [200, []],
  '/api/usr/posts': () => [200, []],
  '/api/usr/comments': () => [200, []],
  [OWN]: () => [200, own],
  ...more,
})

function begin(own: Partial<Schemas['WeeklyQuestionsView']>, more?: Handlers) {
  signInAs('u1')
  const server = serve(handlersWith({ questions: [], mailedAnswers: 0, ...own }, more))
  return { ...server, user: renderApp('/begin') }
}

const notice = async (book: string) =>
  within(await screen.findByRole('region', { name: `Question of the week in “${book}”` }))
const mailed = async () => within(await screen.findByRole('region', { name: 'Answers by mail' }))
const library = () => screen.findByRole('link', { name: 'Open the library' })

const leadsTo = (shown: Awaited<ReturnType<typeof notice>>, name: RegExp) =>
  shown.getByRole('link', { name }).getAttribute('href')

test('questions of the week name their books and lead to them', async () => {
  begin({ questions: [INK, RIVERS] })
  const ink = await notice('A year in ink')
  expect(ink.getByText('What about the smell?', { selector: 'p' })).toBeTruthy()
  expect(leadsTo(ink, /^Answer it.*What about the smell\?$/)).toBe('/book/contribute/entry/b1')
  const rivers = await notice('Rivers')
  expect(leadsTo(rivers, /^Answer it.*Which bank\?$/)).toBe('/book/contribute/entry/b2')
  expect(screen.queryByRole('region', { name: 'Answers by mail' })).toBeNull()
})

test('a dismissed question is gone, the others stay, and the focus is on the page', async () => {
  const { user, calls } = begin({ questions: [INK, RIVERS] }, { [SEEN]: () => [204] })
  const name = 'Dismiss the question of “A year in ink”'
  await user.click((await notice('A year in ink')).getByRole('button', { name }))
  await waitFor(() => expect(screen.queryByText('What about the smell?')).toBeNull())
  expect(await notice('Rivers')).toBeTruthy()
  expect(calls.filter(({ path }) => path === SEEN)).toHaveLength(1)
  await waitFor(() => expect(document.activeElement?.id).toBe('content'))
})

test('a question that cannot be dismissed stays, and it is said why', async () => {
  const { user } = begin(
    { questions: [INK] },
    { [SEEN]: () => [503, refusal('busy', 'The server is busy.')] },
  )
  await user.click((await notice('A year in ink')).getByRole('button', { name: /^Dismiss/ }))
  expect(
    await screen.findByText('The question could not be dismissed. The server is busy.'),
  ).toBeTruthy()
  expect(await notice('A year in ink')).toBeTruthy()
})

test.each([
  [1, 'One answer by mail is waiting for you.', 'Check it'],
  [3, '3 answers by mail are waiting for you.', 'Check them'],
])('%i answers by mail lead to their page', async (mailedAnswers, words, name) => {
  begin({ mailedAnswers })
  const shown = await mailed()
  expect(shown.getByText(words)).toBeTruthy()
  expect(shown.getByRole('link', { name }).getAttribute('href')).toBe('/mailed-answers')
})

test('without questions and answers, one request shows nothing', async () => {
  const { calls } = begin({})
  await library()
  expect(calls.filter(({ path }) => path === OWN)).toHaveLength(1)
  expect(screen.queryByText(/of the week|by mail/)).toBeNull()
})

test('questions that cannot be fetched leave the page as it is', async () => {
  begin({}, { [OWN]: () => [500, refusal('internal', 'The disk is full.')] })
  await library()
  expect(screen.queryByText('The disk is full.')).toBeNull()
})

test('the page is there before its questions', async () => {
  let answer = () => {}
  begin(
    {},
    {
      [OWN]: async () => {
        await new Promise<void>((resolve) => (answer = resolve))
        return [200, { questions: [INK], mailedAnswers: 0 }]
      },
    },
  )
  await library()
  expect(screen.queryByText('What about the smell?')).toBeNull()
  answer()
  expect(await notice('A year in ink')).toBeTruthy()
})

test('visitors get no questions of the week', async () => {
  const { calls } = serve(handlersWith({ questions: [INK], mailedAnswers: 1 }))
  renderApp('/begin')
  await library()
  expect(calls.map(({ path }) => path)).not.toContain(OWN)
})

import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import type { components } from '../../../api/schema'
import { QUESTIONS } from '../../../testing/fixtures'
import { address, renderApp, signInAs } from '../../../testing/render-app'
import { refusal, serve } from '../../../testing/server'

type Answer = components['schemas']['MailedAnswerView']
type Handlers = Parameters<typeof serve>[0]

const HERE = '/mailed-answers'
const LIST = '/api/account/mailed-answers'
const SMELL = `${LIST}/a-smell`
const DRAFT = 'draft/u1/mailed-answer/a-smell'

const [smell, chair, letter] = QUESTIONS as [
  Answer['question'],
  Answer['question'],
  Answer['question'],
]

const answer = (question: Answer['question'], more: Partial<Answer>): Answer => ({
  id: `a-${question.key}`,
  bid: 'b1',
  book: 'A year in ink',
  question,
  type: 'text',
  image: null,
  text: null,
  receivedAt: { _seconds: 1_780_000_000, _nanoseconds: 0 },
  replaces: false,
  ...more,
})

const TEXT = answer(smell, { text: 'Of bread.' })
const HAND = answer(chair, { type: 'hand', image: '/media/h.png' })
const PAGE = answer(letter, { type: 'page', image: '/media/p.png', replaces: true })

/** Opens the page with the answers of a server that removes what was handed in or discarded. */
function open(answers: Answer[], more: Handlers = {}) {
  signInAs('u1')
  let waiting = answers
  const remove = (id: string) => {
    waiting = waiting.filter((each) => each.id !== id)
  }
  const handlers = Object.fromEntries(
    answers.flatMap(({ id }): [string, Handlers[string]][] => [
      [
        `${LIST}/${id}/submit`,
        () => {
          remove(id)
          return [201, { memos: [] }]
        },
      ],
      [
        `${LIST}/${id}`,
        () => {
          remove(id)
          return [204]
        },
      ],
    ]),
  )
  const server = serve({ [LIST]: () => [200, { answers: waiting }], ...handlers, ...more })
  return { ...server, user: renderApp(HERE) }
}

const item = async (question: Answer['question']) =>
  within(await screen.findByRole('article', { name: question.description }))

type Item = Awaited<ReturnType<typeof item>>

const handIn = (shown: Item) => shown.getByRole('button', { name: /^Hand in/ })
const field = (shown: Item) => shown.getByRole<HTMLTextAreaElement>('textbox')
const isGone = (question: Answer['question']) =>
  waitFor(() => expect(screen.queryByRole('article', { name: question.description })).toBeNull())

/** Opens the dialog that discards an answer. */
async function discard(user: ReturnType<typeof open>['user'], question: Answer['question']) {
  await user.click((await item(question)).getByRole('button', { name: /^Discard/ }))
  return within(screen.getByRole('dialog', { name: 'Discard this answer?' }))
}

test('answers by mail show their book, picture or text, and what they replace', async () => {
  open([TEXT, HAND, PAGE])
  const text = await item(smell)
  expect(field(text).value).toBe('Of bread.')
  expect(text.getByRole('link', { name: 'A year in ink' }).getAttribute('href')).toBe(
    '/book/contribute/entry/b1',
  )
  expect(text.queryByText(/replaces your earlier answer/)).toBeNull()
  const hand = await item(chair)
  expect(hand.getByRole('img').getAttribute('src')).toBe('/media/h.png')
  const page = await item(letter)
  expect(page.getByText('Handing it in replaces your earlier answer.')).toBeTruthy()
  expect(document.title).toBe('Answers by mail · Inkfold')
})

test('a text is corrected and handed in, and the notice leads to the entries', async () => {
  const { user, bodiesOf } = open([TEXT, HAND])
  const shown = await item(smell)
  await user.type(field(shown), ' And rain.')
  expect(localStorage.getItem(DRAFT)).toBe('Of bread. And rain.')
  await user.click(handIn(shown))
  await isGone(smell)
  expect(bodiesOf(`${SMELL}/submit`)).toEqual([{ text: 'Of bread. And rain.' }])
  const entries = screen.getByRole('link', { name: 'See your entries in “A year in ink”.' })
  expect(entries.getAttribute('href')).toBe('/book/contribute/entry/b1')
  const notice = screen.getByText(/^Your answer is handed in\./).closest('[role=status]')
  expect(document.activeElement).toBe(notice)
  expect(localStorage.getItem(DRAFT)).toBeNull()
  expect(await item(chair)).toBeTruthy()
})

test('a picture is handed in without a text', async () => {
  const { user, bodiesOf } = open([HAND])
  await user.click(handIn(await item(chair)))
  expect(await screen.findByText('No answers are waiting.')).toBeTruthy()
  expect(bodiesOf(`${LIST}/a-chair/submit`)).toEqual([{ text: null }])
  expect(screen.getByText(/^Your answer is handed in\./)).toBeTruthy()
})

test('a picture is enlarged', async () => {
  const { user } = open([PAGE])
  const enlarge = { name: 'Enlarge your answer to: What about the letter?' }
  await user.click(await screen.findByRole('button', enlarge))
  const dialog = within(screen.getByRole('dialog', { name: 'Question 3' }))
  const picture = dialog.getByRole('img', { name: 'Your answer to: What about the letter?' })
  expect(picture.getAttribute('src')).toBe('/media/p.png')
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  expect(document.activeElement).toBe(screen.getByRole('button', enlarge))
})

test('a text that is too long cannot be handed in until it is shortened', async () => {
  const { user } = open([{ ...TEXT, text: 'x'.repeat(412) }])
  const shown = await item(smell)
  expect(shown.getByText('12 characters too many.')).toBeTruthy()
  expect(
    shown.getByText('An answer has at most 400 characters. Shorten it before you hand it in.'),
  ).toBeTruthy()
  expect(handIn(shown)).toHaveProperty('disabled', true)
  await user.clear(field(shown))
  await user.type(field(shown), 'Yes')
  expect(shown.getByText('An answer has at least 4 characters.')).toBeTruthy()
  expect(handIn(shown)).toHaveProperty('disabled', true)
  await user.type(field(shown), '.')
  expect(handIn(shown)).toHaveProperty('disabled', false)
})

test('a corrected text outlives the page', async () => {
  const { user } = open([TEXT])
  await user.type(field(await item(smell)), ' And salt.')
  act(() => navigate('/privacy'))
  await screen.findByRole('heading', { level: 1, name: 'Privacy' })
  act(() => navigate(HERE))
  expect(field(await item(smell)).value).toBe('Of bread. And salt.')
})

test('an answer is discarded after a confirmation', async () => {
  const { user, calls } = open([TEXT, HAND])
  await user.type(field(await item(smell)), ' And salt.')
  const before = await discard(user, smell)
  await user.click(before.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(calls.map(({ path }) => path)).not.toContain(SMELL)

  const dialog = await discard(user, smell)
  expect(dialog.getByText('What about the smell?')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Discard the answer' }))
  await isGone(smell)
  const words = screen.getByText('Your answer is discarded.')
  await waitFor(() => expect(document.activeElement).toBe(words.closest('[role=status]')))
  expect(localStorage.getItem(DRAFT)).toBeNull()
})

test('an answer that cannot be discarded stays, and it is said why', async () => {
  const { user } = open([TEXT], { [SMELL]: () => [503, refusal('busy', 'The server is busy.')] })
  const dialog = await discard(user, smell)
  await user.click(dialog.getByRole('button', { name: 'Discard the answer' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('The server is busy.')
  expect(await item(smell)).toBeTruthy()
})

test.each([
  [409, 'book-closed', 'This book closed on 24 December 2026, 18:00.'],
  [422, 'text-unprintable', 'The text has characters that cannot be printed.'],
  [429, 'rate-limited', 'Please wait a minute.'],
])('a refusal (%i %s) is told at its answer, which stays', async (status, code, words) => {
  const { user } = open([TEXT, HAND], {
    [`${SMELL}/submit`]: () => [status, refusal(code, words)],
  })
  const shown = await item(smell)
  await user.type(field(shown), ' And salt.')
  await user.click(handIn(shown))
  expect((await shown.findByRole('alert')).textContent).toContain(words)
  expect(field(shown).value).toBe('Of bread. And salt.')
  expect((await item(chair)).queryByRole('alert')).toBeNull()
})

test('a member whose address is not verified is led to the verification', async () => {
  const words = 'Verify your email first.'
  const { user } = open([TEXT], {
    [`${SMELL}/submit`]: () => [403, refusal('verification-required', words)],
  })
  const shown = await item(smell)
  await user.click(handIn(shown))
  expect((await shown.findByRole('alert')).textContent).toContain(words)
  expect(shown.getByRole('button', { name: 'Send the email again' })).toBeTruthy()
})

const NEWER = { ...TEXT, id: 'a-newer', text: 'Of rain.' }

test('an answer that a newer one has replaced makes room for it', async () => {
  let waiting = [TEXT]
  const { user } = open([TEXT], {
    [LIST]: () => [200, { answers: waiting }],
    [`${SMELL}/submit`]: () => {
      waiting = [NEWER]
      return [404, refusal('not-found', 'This answer was not found.')]
    },
  })
  await user.click(handIn(await item(smell)))
  const words = await screen.findByText(/^This answer is no longer waiting\. A newer one may/)
  await waitFor(async () => expect(field(await item(smell)).value).toBe('Of rain.'))
  expect(document.activeElement).toBe(words.closest('[role=status]'))
})

test('an answer that was discarded elsewhere is gone', async () => {
  let waiting = [TEXT]
  const { user } = open([TEXT], {
    [LIST]: () => [200, { answers: waiting }],
    [SMELL]: () => {
      waiting = []
      return [404, refusal('not-found', 'This answer was not found.')]
    },
  })
  const dialog = await discard(user, smell)
  await user.click(dialog.getByRole('button', { name: 'Discard the answer' }))
  expect(await screen.findByText('No answers are waiting.')).toBeTruthy()
  expect(screen.getByText(/^This answer is no longer waiting/)).toBeTruthy()
})

test('the begin page counts again after an answer is handed in', async () => {
  let mailedAnswers = 1
  const { user } = open([HAND], {
    '/api/book/list': () => [200, []],
    '/query-memos': () => [200, []],
    '/api/usr/posts': () => [200, []],
    '/api/usr/comments': () => [200, []],
    '/api/account/weekly-questions': () => [200, { questions: [], mailedAnswers }],
  })
  await item(chair)
  act(() => navigate('/begin'))
  await user.click(await screen.findByRole('link', { name: 'Check it' }))
  mailedAnswers = 0
  await user.click(handIn(await item(chair)))
  await isGone(chair)
  act(() => navigate('/begin'))
  await screen.findByRole('link', { name: 'Open the library' })
  await waitFor(() => expect(screen.queryByText(/by mail/)).toBeNull())
})

test('without answers, the page says how they come here', async () => {
  open([])
  expect(await screen.findByText('No answers are waiting.')).toBeTruthy()
  expect(screen.getByText(/^Reply to the email with a question of the week/)).toBeTruthy()
})

test('answers that cannot be fetched can be tried again', async () => {
  let fails = true
  const { user } = open([], {
    [LIST]: () =>
      fails ? [500, refusal('internal', 'The disk is full.')] : [200, { answers: [TEXT] }],
  })
  const again = await screen.findByRole('button', { name: 'Try again' })
  fails = false
  await user.click(again)
  expect(await item(smell)).toBeTruthy()
})

test('visitors sign in first and come back', async () => {
  const { calls } = serve({})
  renderApp(HERE)
  await waitFor(() => expect(address()).toBe('/signin?last=mailed-answers'))
  expect(calls.map(({ path }) => path)).not.toContain(LIST)
})

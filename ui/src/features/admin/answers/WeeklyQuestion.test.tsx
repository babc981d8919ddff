import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { components } from '../../../api/schema'
import { serverConfig } from '../../../lib/server-config'
import { visitAsAdmin, visitAsKeeper, visitAsModerator } from '../../../testing/admin'
import { ADVENT, momentAt } from '../../../testing/dates'
import { BOOK, QUESTIONS, WEEKLY_QUESTION } from '../../../testing/fixtures'
import { address } from '../../../testing/render-app'
import { refusal } from '../../../testing/server'

type Status = components['schemas']['WeeklyQuestionStatus']
type Reply = [status: number, body?: unknown]
type Handlers = Parameters<typeof visitAsKeeper>[1]

const HERE = '/admin/books/b1/answers'
const WEEKLY = '/api/admin/books/b1/weekly-question'
const [SMELL, CHAIR] = QUESTIONS

const ON: Status = {
  weekday: 'monday',
  nextAt: momentAt('2026-11-30T09:00'),
  next: CHAIR,
  last: SMELL,
  lastAt: momentAt('2026-11-23T09:00'),
  takesReplies: true,
}
const OFF: Status = { ...ON, nextAt: null }

const KIM = {
  uid: 'm1',
  name: 'Kim',
  username: 'kim',
  answers: QUESTIONS.map(() => 'none'),
  handedIn: 0,
  remindedAt: null,
}

const serveAnswers = (status: Status, more: Handlers = {}): Handlers => ({
  '/api/book': () => [200, BOOK],
  '/api/admin/books/b1/answers': () => [200, { questions: QUESTIONS, members: [KIM], total: 1 }],
  [WEEKLY]: () => [200, status],
  ...more,
})

/** Opens the page of a book whose question of the week is as the keeper chooses. */
async function visit(status: Status, choose?: (weekday: unknown) => Reply, more?: Handlers) {
  const visited = visitAsKeeper(
    HERE,
    serveAnswers(status, {
      [WEEKLY]: ({ weekday }, _, method) =>
        method === 'POST' && choose ? choose(weekday) : [200, status],
      ...more,
    }),
  )
  return { ...visited, weekly: await section() }
}

const section = async () =>
  within(await screen.findByRole('region', { name: 'Question of the week' }))

type Section = Awaited<ReturnType<typeof section>>

const day = (weekly: Section) => weekly.getByLabelText<HTMLSelectElement>('Day')

const chosen = (bodies: unknown[]) => bodies.slice(1)

test('the question of the week is explained, and switched on for a day', async () => {
  const { weekly, user, bodiesOf } = await visit(WEEKLY_QUESTION, () => [
    200,
    { ...ON, weekday: 'friday' },
  ])
  expect(weekly.getByText(/one question goes to everyone who hasn’t answered it\./)).toBeTruthy()
  expect(weekly.queryByRole('button', { name: 'Switch off' })).toBeNull()
  expect(day(weekly).value).toBe('monday')
  expect(Array.from(day(weekly).options, ({ text }) => text)).toHaveLength(7)
  await user.selectOptions(day(weekly), 'Friday')
  await user.click(weekly.getByRole('button', { name: 'Switch on' }))
  expect(await weekly.findByText('Sent every Friday. Next: 30 November 2026, 09:00.')).toBeTruthy()
  expect(chosen(bodiesOf(WEEKLY))).toEqual([{ weekday: 'friday' }])
  expect(screen.getByText('The question of the week is on.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Question of the week'))
  expect(weekly.getByRole('button', { name: 'Change the day' })).toHaveProperty('disabled', true)
})

test('the next and the last question are shown with their times', async () => {
  const { weekly } = await visit(ON)
  expect(weekly.getByText('Sent every Monday. Next: 30 November 2026, 09:00.')).toBeTruthy()
  expect(weekly.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'What about the chair?',
    'What about the smell?Sent on 23 November 2026, 09:00.',
  ])
  expect(weekly.getByText('Members can answer by replying to the mail.')).toBeTruthy()
})

test('a day is changed once another one is chosen', async () => {
  const { weekly, user, bodiesOf } = await visit(ON, (weekday) => [200, { ...ON, weekday }])
  const change = weekly.getByRole('button', { name: 'Change the day' })
  expect(change).toHaveProperty('disabled', true)
  await user.selectOptions(day(weekly), 'Sunday')
  await user.click(change)
  expect(await weekly.findByText(/^Sent every Sunday\./)).toBeTruthy()
  expect(chosen(bodiesOf(WEEKLY))).toEqual([{ weekday: 'sunday' }])
  await waitFor(() => expect(change).toHaveProperty('disabled', true))
})

test('the question of the week is switched off, and on again', async () => {
  const { weekly, user, bodiesOf } = await visit(ON, (weekday) => [200, weekday ? ON : OFF])
  await user.click(weekly.getByRole('button', { name: 'Switch off' }))
  const on = await weekly.findByRole('button', { name: 'Switch on' })
  expect(screen.getByText('The question of the week is off.')).toBeTruthy()
  expect(weekly.queryByText(/^Sent every/)).toBeNull()
  await user.click(on)
  expect(await weekly.findByText(/^Sent every Monday\./)).toBeTruthy()
  expect(chosen(bodiesOf(WEEKLY))).toEqual([{ weekday: null }, { weekday: 'monday' }])
})

test.each([
  [{ next: null }, 'All members have answered everything.'],
  [{ last: null }, 'The book no longer asks this question.'],
  [
    { takesReplies: false },
    /^Members can’t answer by replying to the mail\. Replies need a mail host/,
  ],
])('the question of the week with %j', async (more, words) => {
  const { weekly } = await visit({ ...ON, ...more })
  expect(weekly.getByText(words)).toBeTruthy()
})

test('a question that was never sent has no last time', async () => {
  const { weekly } = await visit({ ...ON, last: null, lastAt: null })
  expect(weekly.getAllByRole('definition')).toHaveLength(1)
  expect(weekly.queryByText(/^Sent on/)).toBeNull()
})

test('a book that is not open at the next time sends nothing', async () => {
  const { weekly } = await visit(ON, undefined, {
    '/api/book': () => [200, { ...BOOK, schedule: ADVENT }],
  })
  expect(weekly.getByText(/The book isn’t open then, so no question is sent\.$/)).toBeTruthy()
})

test('a book that asks nobody can have a question of the week', async () => {
  const grid = '/api/admin/books/b1/answers'
  const { weekly } = await visit({ ...ON, next: null }, undefined, {
    [grid]: () => [200, { questions: QUESTIONS, members: [], total: 0 }],
  })
  expect(weekly.getByText('Nobody is asked yet.')).toBeTruthy()
})

test('a book without questions has no question of the week', async () => {
  visitAsKeeper(
    HERE,
    serveAnswers(WEEKLY_QUESTION, {
      '/api/admin/books/b1/answers': () => [200, { questions: [], members: [], total: 0 }],
    }),
  )
  expect(await screen.findByText('This book asks no questions yet.')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Question of the week' })).toBeNull()
})

test('where no mail is sent, the begin page alone has the question', async () => {
  vi.spyOn(serverConfig, 'sendsMail', 'get').mockReturnValue(false)
  const { weekly, user } = await visit({ ...OFF, takesReplies: false }, () => [
    200,
    { ...ON, takesReplies: false },
  ])
  expect(weekly.getByText(/on their begin page\. This server doesn’t send email\.$/)).toBeTruthy()
  await user.click(weekly.getByRole('button', { name: 'Switch on' }))
  expect(await weekly.findByText(/^This server doesn’t send email\. Members see/)).toBeTruthy()
})

test('a day that is refused is marked, and stays', async () => {
  const words = 'Choose from monday, tuesday.'
  const { weekly, user } = await visit(WEEKLY_QUESTION, () => [
    422,
    refusal('invalid', words, { weekday: words }),
  ])
  await user.selectOptions(day(weekly), 'Tuesday')
  await user.click(weekly.getByRole('button', { name: 'Switch on' }))
  expect(await weekly.findByText(words)).toBeTruthy()
  expect(day(weekly).getAttribute('aria-invalid')).toBe('true')
  expect(day(weekly).value).toBe('tuesday')
})

test('a choice that fails is told above the form', async () => {
  const { weekly, user } = await visit(ON, () => [500, refusal('internal', 'The disk is full.')])
  await user.click(weekly.getByRole('button', { name: 'Switch off' }))
  expect((await weekly.findByRole('alert')).textContent).toBe('The disk is full.')
  expect(weekly.getByText(/^Sent every Monday\./)).toBeTruthy()
})

test('the page waits for its question of the week', async () => {
  let answer = () => {}
  const { calls } = visitAsKeeper(
    HERE,
    serveAnswers(ON, {
      [WEEKLY]: async () => {
        await new Promise<void>((resolve) => (answer = resolve))
        return [200, ON]
      },
    }),
  )
  await waitFor(() => expect(calls.map(({ path }) => path)).toContain(WEEKLY))
  expect(screen.queryByRole('table')).toBeNull()
  answer()
  expect(await screen.findByRole('table')).toBeTruthy()
  expect(await section()).toBeTruthy()
})

test.each([
  ['a keeper of another book', visitAsKeeper, ['b2']],
  ['a moderator', visitAsModerator, []],
] as const)('%s is sent away before it is fetched', async (_who, visitAs, books) => {
  const { calls } = visitAs(HERE, serveAnswers(ON), [...books])
  await waitFor(() => expect(address()).toMatch(/^\/signin/))
  expect(calls.map(({ path }) => path)).not.toContain(WEEKLY)
})

test('an admin chooses the day of any book', async () => {
  visitAsAdmin(HERE, serveAnswers(ON))
  expect((await section()).getByRole('button', { name: 'Switch off' })).toBeTruthy()
})

test('one question is sent at once', async () => {
  const { weekly, user, bodiesOf } = await visit(ON, () => [200, ON])
  await user.click(weekly.getByRole('button', { name: 'Send one now' }))
  expect(await screen.findByText('The question is on its way.')).toBeTruthy()
  expect(chosen(bodiesOf(WEEKLY))).toEqual([{ weekday: 'monday', sendNow: true }])
})

test('a question that was sent this week is not followed by another one', async () => {
  const soon = 'The last question was sent on 23 November 2026, 09:00. Only one is sent a week.'
  const { weekly, user } = await visit(ON, () => [409, refusal('conflict', soon)])
  await user.click(weekly.getByRole('button', { name: 'Send one now' }))
  expect(await weekly.findByText(soon, { exact: false })).toBeTruthy()
})

test('nothing can be sent when everything is answered', async () => {
  const { weekly } = await visit({ ...ON, next: null })
  expect(weekly.getByRole('button', { name: 'Switch off' })).toBeTruthy()
  expect(weekly.queryByRole('button', { name: 'Send one now' })).toBeNull()
})

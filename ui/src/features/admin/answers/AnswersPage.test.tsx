import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { components } from '../../../api/schema'
import { visitAsAdmin, visitAsKeeper, visitAsModerator } from '../../../testing/admin'
import { ADMIN_BOOK, BOOK, QUESTIONS } from '../../../testing/fixtures'
import { address } from '../../../testing/render-app'
import { refusal } from '../../../testing/server'

type Participant = components['schemas']['ParticipantView']
type Handlers = Parameters<typeof visitAsAdmin>[1]

const HERE = '/admin/books/b1/answers'
const GRID = '/api/admin/books/b1/answers'

function participant(
  uid: string,
  name: string,
  answers: Participant['answers'],
  remindedAt: Participant['remindedAt'] = null,
): Participant {
  const handedIn = answers.filter((state) => state === 'handed-in').length
  return { uid, name, username: name.toLowerCase(), answers, handedIn, remindedAt }
}

const ADA = participant('m1', 'Ada', ['handed-in', 'begun', 'none'])
const BEN = participant('m2', 'Ben', ['none', 'none', 'none'])
const KIM = participant('m3', 'Kim', ['handed-in', 'handed-in', 'handed-in'])
const ALL = [ADA, BEN, KIM]

const grid = (members: Participant[], more: object = {}) => ({
  questions: QUESTIONS,
  members,
  total: members.length,
  ...more,
})

const answers = (shown: object, handlers: Handlers = {}): Handlers => ({
  '/api/book': () => [200, BOOK],
  [GRID]: () => [200, shown],
  ...handlers,
})

const visit = (members = ALL, more: object = {}, handlers?: Handlers) =>
  visitAsAdmin(HERE, answers(grid(members, more), handlers))

const table = async () =>
  within(await screen.findByRole('table', { name: 'Answers by person and question' }))

/** Names in the order of the rows. */
const names = async () =>
  (await table())
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent?.match(/^\p{Lu}\p{Ll}+/u)?.[0])

test('the table says by words who has answered which question', async () => {
  visit()
  const grid = await table()
  expect(grid.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Name',
    '11. What about the smell?',
    '22. What about the chair?',
    '33. What about the letter?',
  ])
  expect(grid.getByRole('rowheader', { name: 'Ada 1 of 3 · ada' })).toBeTruthy()
  const ada = within(grid.getByRole('row', { name: /^Ada/ }))
  expect(ada.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    'Handed in',
    'Begun',
    'Not begun',
  ])
  expect(
    screen.getByText('1 of 3 people has answered everything. 1 person hasn’t begun.'),
  ).toBeTruthy()
  expect(document.title).toBe('Who has answered · Inkfold')
})

test('an answer that was handed in leads to its memo', async () => {
  visit()
  const ada = within((await table()).getByRole('row', { name: /^Ada/ }))
  expect(ada.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/admin/b1/m1/smell',
  ])
})

test('questions have their texts at the column and below the table', async () => {
  visit()
  const head = (await table()).getByRole('columnheader', { name: /chair/ })
  expect(head.getAttribute('title')).toBe('What about the chair?')
  const legend = within(screen.getByRole('region', { name: 'Questions' }))
  expect(legend.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1. What about the smell?',
    '2. What about the chair?',
    '3. What about the letter?',
  ])
  const states = within(screen.getByRole('list', { name: 'Legend' })).getAllByRole('listitem')
  expect(states.map(({ textContent }) => textContent)).toEqual([
    'Handed in',
    'Begun: read from a form, but not handed in',
    'Not begun',
  ])
})

test('the table can be filtered and sorted, and the address holds both', async () => {
  const { user } = visit([KIM, ...ALL.filter((member) => member !== KIM)])
  expect(await names()).toEqual(['Kim', 'Ada', 'Ben'])
  expect(screen.getByText('3 people')).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'Only with open questions' }))
  expect(await names()).toEqual(['Ada', 'Ben'])
  expect(screen.getByText('Showing 2 of 3')).toBeTruthy()
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Fewest answers first')
  expect(await names()).toEqual(['Ben', 'Ada'])
  expect(address()).toBe(`${HERE}?only=open&sort=fewest`)
  await user.click(screen.getByRole('checkbox', { name: 'Only with open questions' }))
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Most answers first')
  expect(await names()).toEqual(['Kim', 'Ada', 'Ben'])
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Name')
  expect(address()).toBe(HERE)
})

test('a filter and an order of the address are applied; unknown ones are not', async () => {
  visitAsAdmin(`${HERE}?only=open&sort=most`, answers(grid([BEN, KIM, ADA])))
  expect(await names()).toEqual(['Ada', 'Ben'])
})

test.each([
  [[KIM], 'Everyone has answered everything.'],
  [[BEN], 'Nobody has begun yet.'],
  [[ADA, BEN], 'Nobody has answered everything yet. 1 person hasn’t begun.'],
  [[ADA, KIM], '1 of 2 people has answered everything.'],
])('the summary of %j', async (members, words) => {
  visit(members)
  expect(await screen.findByText(words)).toBeTruthy()
})

test('where all have answered, no filter leaves an empty table, and nobody is reminded', async () => {
  const { user } = visit([KIM])
  await user.click(await screen.findByRole('checkbox', { name: 'Only with open questions' }))
  expect(screen.getByText('Showing 0 of 1')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Remind…' })).toBeNull()
})

test('a table that is too long says so', async () => {
  visit(ALL, { total: 1240 })
  expect(
    await screen.findByText(
      'This table shows the first 3 of 1,240 people. The download has all of them.',
    ),
  ).toBeTruthy()
  expect(screen.getByText('1 of the 3 people in this table has answered everything.')).toBeTruthy()
})

test('the table is downloaded and printed', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const { user } = visit()
  const link = await screen.findByRole('link', { name: 'Download as a table' })
  expect(link.getAttribute('href')).toBe('/api/admin/books/b1/answers.csv')
  expect(link.hasAttribute('download')).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
})

test('the last reminders have a column as soon as there is one', async () => {
  visit([ADA, { ...BEN, remindedAt: { _seconds: 1_780_000_000, _nanoseconds: 0 } }])
  const ben = within((await table()).getByRole('row', { name: /^Ben/ }))
  expect((await table()).getByRole('columnheader', { name: 'Reminded' })).toBeTruthy()
  expect(ben.getAllByRole('cell')[3]?.querySelector('time')).toBeTruthy()
})

test('a book that asks nobody leads to invitations', async () => {
  visit([])
  expect(await screen.findByText('Nobody is asked yet.')).toBeTruthy()
  const invite = screen.getByRole('link', { name: 'Invite people' })
  expect(invite.getAttribute('href')).toBe('/admin/invitations')
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull()
})

test('a book without questions leads to its page', async () => {
  visit([], { questions: [] })
  expect(await screen.findByText('This book asks no questions yet.')).toBeTruthy()
  const add = screen.getByRole('link', { name: 'Add questions' })
  expect(add.getAttribute('href')).toBe('/admin/books/b1')
})

test('the page of the book leads keepers here and back', async () => {
  const { user } = visitAsKeeper(
    '/admin/books/b1',
    answers(grid(ALL), {
      '/api/admin/books/b1': () => [200, { book: ADMIN_BOOK, questions: QUESTIONS }],
    }),
  )
  await user.click(await screen.findByRole('link', { name: 'Who has answered' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Who has answered' })).toBeTruthy()
  expect(address()).toBe(HERE)
  const back = screen.getByRole('link', { name: 'The kitchen table' })
  expect(back.getAttribute('href')).toBe('/admin/books/b1')
})

test.each([
  ['a keeper of another book', visitAsKeeper, ['b2']],
  ['a moderator', visitAsModerator, []],
] as const)('%s is sent away before anything is fetched', async (_who, visit, books) => {
  const { calls } = visit(HERE, answers(grid(ALL)), [...books])
  await waitFor(() => expect(address()).toMatch(/^\/signin/))
  expect(calls.map(({ path }) => path)).not.toContain(GRID)
})

test('answers that cannot be fetched can be tried again', async () => {
  let fails = true
  const { user } = visit(
    ALL,
    {},
    {
      [GRID]: () => (fails ? [500, refusal('internal', 'The disk is full.')] : [200, grid(ALL)]),
    },
  )
  const again = await screen.findByRole('button', { name: 'Try again' })
  fails = false
  await user.click(again)
  expect(await names()).toEqual(['Ada', 'Ben', 'Kim'])
})

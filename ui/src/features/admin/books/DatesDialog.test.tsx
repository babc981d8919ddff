import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { visitAsAdmin, visitAsKeeper } from '../../../testing/admin'
import { ADVENT, setClock } from '../../../testing/dates'
import { ADMIN_BOOK } from '../../../testing/fixtures'
import { refusal } from '../../../testing/server'

const PATH = '/api/admin/books/b1/schedule'
const DATED = { ...ADMIN_BOOK, schedule: { ...ADVENT, readyBy: 'both' } }
const NO_DATES = { ...ADMIN_BOOK, schedule: { opens: null, closes: null, readyBy: 'entries' } }

type Handlers = Parameters<typeof visitAsAdmin>[1]
type User = ReturnType<typeof visitAsAdmin>['user']

afterEach(() => vi.useRealTimers())

const visit = (book: object, handlers: Handlers = {}, as = visitAsAdmin) =>
  as('/admin/books', { '/api/admin/books': () => [200, [book]], ...handlers })

const row = async () => within(await screen.findByRole('row', { name: /kitchen/ }))

async function openDates(user: User) {
  await user.click((await row()).getByRole('button', { name: /^Actions for/ }))
  await user.click(screen.getByRole('button', { name: 'Dates…' }))
  return within(screen.getByRole('dialog', { name: 'Dates of The kitchen table' }))
}

type Dates = Awaited<ReturnType<typeof openDates>>

const field = (dialog: Dates, label: RegExp) => dialog.getByLabelText<HTMLInputElement>(label)
const enter = (dialog: Dates, label: RegExp, value: string) =>
  fireEvent.input(field(dialog, label), { target: { value } })
const save = (dialog: Dates) => dialog.getByRole('button', { name: 'Save the dates' })

test('keeper sets the dates of a book', async () => {
  setClock('2026-12-12T12:00')
  const { user, bodiesOf } = visit(NO_DATES, { [PATH]: () => [200, DATED] }, visitAsKeeper)
  const dialog = await openDates(user)
  expect(field(dialog, /^Opens/).value).toBe('')
  expect(field(dialog, /^Opens/).type).toBe('datetime-local')
  expect(dialog.getAllByText(/In the community’s time zone\./)).toHaveLength(2)
  expect(dialog.queryByRole('button', { name: 'Take the dates away' })).toBeNull()
  expect(save(dialog)).toHaveProperty('disabled', true)
  enter(dialog, /^Opens/, '2026-12-01T08:00')
  enter(dialog, /^Closes/, '2026-12-24T18:00')
  const ready = within(dialog.getByRole('group', { name: 'The book is ready' }))
  await user.click(ready.getByRole('radio', { name: 'In both cases' }))
  await user.click(save(dialog))
  expect(await screen.findByText('The dates of The kitchen table are saved.')).toBeTruthy()
  expect(bodiesOf(PATH)).toEqual([
    { opens: '2026-12-01T08:00', closes: '2026-12-24T18:00', readyBy: 'both' },
  ])
  expect(screen.queryByRole('dialog')).toBeNull()
  expect((await row()).getByText('12 days left.')).toBeTruthy()
})

test('dates that are set can be changed, and taken away', async () => {
  const { user, bodiesOf } = visit(DATED, { [PATH]: () => [200, NO_DATES] })
  const dialog = await openDates(user)
  expect(field(dialog, /^Opens/).value).toBe('2026-12-01T08:00')
  expect(field(dialog, /^Closes/).value).toBe('2026-12-24T18:00')
  expect(dialog.getByRole('radio', { name: 'In both cases' })).toHaveProperty('checked', true)
  await user.click(dialog.getByRole('button', { name: 'Take the dates away' }))
  expect(
    await screen.findByText('The kitchen table has no dates now, and stays open.'),
  ).toBeTruthy()
  expect(bodiesOf(PATH)).toEqual([{ opens: '', closes: '', readyBy: 'entries' }])
})

test('wrong dates are told at their fields, and stay', async () => {
  const words = 'A book closes after it has opened.'
  const { user } = visit(NO_DATES, {
    [PATH]: () => [422, refusal('invalid', words, { closes: words })],
  })
  const dialog = await openDates(user)
  enter(dialog, /^Opens/, '2026-12-24T18:00')
  enter(dialog, /^Closes/, '2026-12-01T08:00')
  await user.click(save(dialog))
  await waitFor(() => expect(field(dialog, /^Closes/).getAttribute('aria-invalid')).toBe('true'))
  expect(dialog.getByText(words)).toBeTruthy()
  expect(document.activeElement).toBe(field(dialog, /^Closes/))
  expect(field(dialog, /^Opens/).value).toBe('2026-12-24T18:00')
})

test('unknown condition is told at the choice', async () => {
  const words = 'Choose from entries, date, both.'
  const { user } = visit(NO_DATES, {
    [PATH]: () => [422, refusal('invalid', words, { readyBy: words })],
  })
  const dialog = await openDates(user)
  await user.click(dialog.getByRole('radio', { name: 'When it closes' }))
  await user.click(save(dialog))
  expect(await dialog.findByText(words)).toBeTruthy()
})

test('date without a time is not taken for none', async () => {
  const { user, bodiesOf } = visit(DATED)
  const dialog = await openDates(user)
  const closes = field(dialog, /^Closes/)
  // The browser has no value for half a moment.
  enter(dialog, /^Closes/, '')
  Object.defineProperty(closes, 'validity', { value: { badInput: true } })
  await user.click(save(dialog))
  expect(dialog.getByText('Enter a date and a time.')).toBeTruthy()
  expect(bodiesOf(PATH)).toEqual([])
})

test('refusal that names no field is above the form', async () => {
  const words = 'This book was not found.'
  const { user } = visit(DATED, { [PATH]: () => [404, refusal('not-found', words)] })
  const dialog = await openDates(user)
  await user.click(dialog.getByRole('button', { name: 'Take the dates away' }))
  expect((await dialog.findByRole('alert')).textContent).toContain(words)
  expect(field(dialog, /^Closes/).value).toBe('2026-12-24T18:00')
})

const MORE_WITH_CLOSING = /The book is made when it closes, even with fewer entries\./

test.each([
  ['entries', '2026-11-28T12:00', 12, 'Collecting: 12 of 20', 'Opens on 1 December 2026, 08:00.'],
  ['both', '2026-12-12T12:00', 12, 'Collecting: 12 of 20', MORE_WITH_CLOSING],
  ['date', '2026-12-12T12:00', 12, 'Collecting until it closes: 12 new answers', '12 days left.'],
  ['date', '2026-12-25T12:00', 1, 'Closed with 1 new answer', 'Closed on 24 December 2026, 18:00.'],
  ['both', '2026-12-25T12:00', 0, 'Closed without answers', 'Closed on 24 December 2026, 18:00.'],
  [
    'entries',
    '2026-12-25T12:00',
    12,
    'Closed without enough for an edition: 12 of 20',
    'Closed on 24 December 2026, 18:00.',
  ],
  ['entries', '2026-12-25T12:00', 25, 'Ready to publish: 25 of 20', /^Closed on/],
])('book by %s at %s with %i new answers: %s', async (readyBy, now, newAnswers, state, dates) => {
  setClock(now)
  visit({ ...ADMIN_BOOK, newAnswers, schedule: { ...ADVENT, readyBy } })
  const shown = await row()
  expect(shown.getByText(state)).toBeTruthy()
  expect(shown.getByText(dates)).toBeTruthy()
})

test('closed book whose answers are all published is complete', async () => {
  setClock('2026-12-25T12:00')
  visit({ ...DATED, edition: 1, newAnswers: 0 })
  expect((await row()).getByText('Complete')).toBeTruthy()
})

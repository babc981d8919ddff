import { expect, test } from 'vitest'
import { ADVENT, momentAt } from '../../testing/dates'
import {
  describeClosure,
  describeDates,
  describeReadiness,
  formatTimeLeft,
  phaseAt,
  type Schedule,
} from './schedule'

const ALWAYS: Schedule = { opens: null, closes: null, readyBy: 'entries' }
const at = (time: string) => Date.parse(`${time}Z`)

test.each([
  ['2026-12-01T07:59:59', 'upcoming'],
  ['2026-12-01T08:00:00', 'open'],
  ['2026-12-24T17:59:59', 'open'],
  ['2026-12-24T18:00:00', 'closed'],
])('book with dates is, at %s, %s', (time, phase) => {
  expect(phaseAt(ADVENT, at(time))).toBe(phase)
})

test('book without dates is always open', () => {
  expect(phaseAt(ALWAYS, 0)).toBe('open')
  expect(phaseAt({ ...ALWAYS, closes: ADVENT.closes ?? null }, 0)).toBe('open')
  expect(phaseAt({ ...ALWAYS, opens: ADVENT.opens ?? null }, at('2030-01-01T00:00'))).toBe('open')
  expect(describeDates(ALWAYS, 0, true)).toEqual([])
  expect(describeClosure(ALWAYS, 0)).toBeUndefined()
})

test.each([
  ['2023-12-24T18:00:00', '1,096 days left.'],
  ['2026-12-12T17:00:00', '12 days left.'],
  ['2026-12-22T18:00:00', '2 days left.'],
  ['2026-12-22T18:00:01', '2 days left.'],
  ['2026-12-22T18:01:00', 'Closes in 47 hours.'],
  ['2026-12-24T12:30:00', 'Closes in 5 hours.'],
  ['2026-12-24T17:00:00', 'Closes in 1 hour.'],
  ['2026-12-24T17:01:00', 'Closes in 59 minutes.'],
  ['2026-12-24T17:40:00', 'Closes in 20 minutes.'],
  ['2026-12-24T17:59:00', 'Closes in 1 minute.'],
  ['2026-12-24T17:59:59', 'Closes in 1 minute.'],
])('time that is left at %s: %s', (time, words) => {
  expect(formatTimeLeft(momentAt('2026-12-24T18:00'), at(time))).toBe(words)
})

test.each([
  ['2026-11-28T14:00', ['Opens on 1 December 2026, 08:00.', 'Closes on 24 December 2026, 18:00.']],
  ['2026-12-24T13:00', ['Closes in 5 hours.', 'Open until 24 December 2026, 18:00.']],
  ['2026-12-25T13:00', ['Closed on 24 December 2026, 18:00.']],
])('dates at %s in sentences: %j', (time, sentences) => {
  expect(describeDates(ADVENT, at(time), true)).toEqual(sentences)
})

test('book that only opens says so until then', () => {
  const opening = { ...ALWAYS, opens: momentAt('2026-12-01T08:00') }
  expect(describeDates(opening, 0, true)).toEqual(['Opens on 1 December 2026, 08:00.'])
  expect(describeDates(opening, at('2026-12-01T08:00'), true)).toEqual([])
})

test('moment in words is enough without a countdown', () => {
  expect(describeDates(ADVENT, at('2026-12-24T13:00'), false)).toEqual([
    'Open until 24 December 2026, 18:00.',
  ])
})

test.each([
  ['2026-11-28T14:00', /^This book opens on 1 December 2026, 08:00\. You can write already/],
  ['2026-12-25T13:00', /^This book closed on 24 December 2026, 18:00\. No more answers/],
])('closure at %s names its moment: %s', (time, words) => {
  expect(describeClosure(ADVENT, at(time))).toMatch(words)
  expect(describeClosure(ADVENT, at('2026-12-24T13:00'))).toBeUndefined()
})

test.each([
  ['entries', 0, 3, 'open', undefined],
  ['date', 0, 3, 'open', 'The book is made when it closes.'],
  ['date', 0, 0, 'upcoming', 'The book is made when it closes.'],
  ['both', 0, 3, 'open', 'The book is made when it closes, even with fewer entries.'],
  ['both', 1, 3, 'open', 'The next edition is made when the book closes.'],
  ['date', 0, 3, 'closed', 'The book is being made.'],
  ['date', 0, 0, 'closed', undefined],
  ['date', 1, 3, 'closed', undefined],
] as const)(
  'book by %s with edition %i and %i new answers, %s: %s',
  (readyBy, edition, newAnswers, phase, words) => {
    const book = { schedule: { ...ADVENT, readyBy }, edition, newAnswers }
    expect(describeReadiness(book, phase)).toBe(words)
  },
)

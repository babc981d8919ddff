import { expect, test } from 'vitest'
import { rangesAfterEdit, type TextRange } from './text-ranges'

const BEFORE = 'Blue nk on papar.'
/** "nk" and "papar." */
const RANGES: TextRange[] = [
  [5, 7],
  [11, 17],
]

const wordsAfter = (after: string) =>
  rangesAfterEdit(RANGES, BEFORE, after).map(([start, end]) => after.slice(start, end))

test('a word that was edited is no longer marked', () => {
  expect(wordsAfter('Blue ink on papar.')).toEqual(['papar.'])
  expect(wordsAfter('Blue nk on paper.')).toEqual(['nk'])
  expect(wordsAfter('Blue on papar.')).toEqual(['papar.'])
})

test('the other words stay marked where they are', () => {
  expect(wordsAfter('Dark blue nk on papar.')).toEqual(['nk', 'papar.'])
  expect(wordsAfter('Blue nk upon the papar.')).toEqual(['nk', 'papar.'])
  expect(wordsAfter(BEFORE)).toEqual(['nk', 'papar.'])
})

test('a text that was replaced has no marks', () => {
  expect(wordsAfter('')).toEqual([])
  expect(wordsAfter('Rain.')).toEqual([])
})

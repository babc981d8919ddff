import { expect, test } from 'vitest'
import { addressOf, countPages, openingAt, openingsOf, pageNumberOf } from './pages'
import type { Chapter, OpenBook } from './queries'

const FULL_PAGE = null
const HANDWRITING = 0

const chapter = (key: string, letters: (number | null)[]): Chapter => ({
  key,
  number: 1,
  description: `What about the ${key}?`,
  answers: letters.length,
  letters,
  open: true,
})

const SCREEN = { isPaper: false, isSpread: false }

/** Answers on the pages of a chapter. */
const answersOf = (letters: (number | null)[], isPaper = false) =>
  openingsOf([chapter('smell', letters)], { isPaper, isSpread: false }).map(
    ({ pages }) => pages[0]?.answers,
  )

test('a page has two pieces of handwriting, and one beside the question', () => {
  expect(answersOf(Array(5).fill(HANDWRITING))).toEqual([[0], [1, 2], [3, 4]])
})

test('a page has up to four short texts, and two of the longest', () => {
  expect(answersOf(Array(7).fill(30))).toEqual([[0, 1], [2, 3, 4, 5], [6]])
  expect(answersOf(Array(5).fill(400))).toEqual([[0], [1, 2], [3, 4]])
})

test('a full page stands alone, in the order of the answers', () => {
  expect(answersOf([30, FULL_PAGE, 30, HANDWRITING])).toEqual([[0], [1], [2, 3]])
  expect(answersOf([FULL_PAGE, 30])).toEqual([[0], [1]])
})

test('on paper display every answer has a page', () => {
  expect(answersOf([30, 30, HANDWRITING, FULL_PAGE], true)).toEqual([[0], [1], [2], [3]])
})

const SMELL = chapter('smell', Array(5).fill(HANDWRITING))
const CHAIR = chapter('chair', [HANDWRITING])
const BOOK = { bid: 'b1', chapters: [SMELL, CHAIR] } as OpenBook

test('two pages are open side by side, both of the same chapter', () => {
  const openings = openingsOf(BOOK.chapters, { isPaper: false, isSpread: true })
  expect(openings.map(({ number, pages }) => [number, pages.length])).toEqual([
    [1, 2],
    [3, 1],
    [4, 1],
  ])
  expect(countPages(openings)).toBe(4)
})

test('a page has the same number and address on every screen', () => {
  for (const isSpread of [false, true]) {
    const openings = openingsOf(BOOK.chapters, { isPaper: false, isSpread })
    expect(pageNumberOf(openings, 0, 2)).toBe(2)
    expect(pageNumberOf(openings, 0, 3)).toBe(3)
    expect(pageNumberOf(openings, 1, 0)).toBe(4)
    expect(pageNumberOf(openings, 1, 7)).toBeUndefined()
    const last = openings[openingAt(openings, 0, 4)]
    expect(last && addressOf(BOOK, last)).toBe('/book/b1/read/smell?page=4')
  }
})

test('a book without answers has no pages', () => {
  const openings = openingsOf([], SCREEN)
  expect([openings, countPages(openings)]).toEqual([[], 0])
})

/** Pages of a book in the reader: which answers stand on which page, and which pages are open side by side. */

import type { Memo } from '../../entities/memo/queries'
import { parsePageNumber } from '../../lib/page-number'
import { paths } from '../../paths'
import type { Chapter, OpenBook } from './queries'

/** Room of a page. Handwriting takes 1, so that a page has two to four answers. */
const PAGE_ROOM = 2
/** Room of the question on the first page of a chapter. */
const QUESTION_ROOM = 1
const MIN_ROOM = 0.5
const SIGNATURE_ROOM = 0.14
const LINE_ROOM = 0.1
const LETTERS_PER_LINE = 46

/** Room of an answer with this number of letters; 0 is handwriting, null a full page. */
function roomOf(letters: number | null): number {
  if (letters === null) return PAGE_ROOM
  if (letters === 0) return 1
  const lines = Math.ceil(letters / LETTERS_PER_LINE)
  return Math.min(1, Math.max(MIN_ROOM, SIGNATURE_ROOM + lines * LINE_ROOM))
}

/** Page of a book. */
export interface BookPage {
  /** Index of its chapter. */
  chapter: number
  /** Indices of its answers in the chapter. */
  answers: number[]
  /** Whether it begins the chapter, with the question. */
  isFirst: boolean
}

/** Pages that are open at the same time: one, or two side by side. */
export interface Opening {
  /** Number of its first page in the book, from 1. */
  number: number
  pages: BookPage[]
}

export const countAnswers = (chapters: Chapter[]) =>
  chapters.reduce((sum, { answers }) => sum + answers, 0)

/** Pages of a chapter: answers in their order, as many as fit. */
function pagesOf({ letters }: Chapter, chapter: number, isPaper: boolean): BookPage[] {
  const pages: BookPage[] = []
  let room = 0
  letters.forEach((each, answer) => {
    const taken = roomOf(each)
    const page = pages[pages.length - 1]
    if (page && taken <= room && !isPaper) {
      page.answers.push(answer)
      room -= taken
    } else {
      pages.push({ chapter, answers: [answer], isFirst: !page })
      room = PAGE_ROOM - taken - (page ? 0 : QUESTION_ROOM)
    }
  })
  return pages
}

interface Layout {
  /** Paper display has one answer per page, because nothing should scroll there. */
  isPaper: boolean
  /** Whether two pages of a chapter are side by side. */
  isSpread: boolean
}

/** All openings of a book. */
export function openingsOf(chapters: Chapter[], { isPaper, isSpread }: Layout): Opening[] {
  const step = isSpread ? 2 : 1
  const openings: Opening[] = []
  let number = 1
  chapters.forEach((chapter, index) => {
    const pages = pagesOf(chapter, index, isPaper)
    for (let at = 0; at < pages.length; at += step) {
      openings.push({ number: number + at, pages: pages.slice(at, at + step) })
    }
    number += pages.length
  })
  return openings
}

export function countPages(openings: Opening[]): number {
  const last = openings[openings.length - 1]
  return last ? last.number + last.pages.length - 1 : 0
}

/** Index of the opening with an answer of a chapter. */
export const openingAt = (openings: Opening[], chapter: number, answer: number) =>
  openings.findIndex(({ pages }) =>
    pages.some((page) => page.chapter === chapter && page.answers.includes(answer)),
  )

/** Number of the page with an answer of a chapter, if there is one. */
export function pageNumberOf(
  openings: Opening[],
  chapter: number,
  answer: number,
): number | undefined {
  const opening = openings[openingAt(openings, chapter, answer)]
  return (
    opening && opening.number + opening.pages.findIndex((page) => page.answers.includes(answer))
  )
}

/** Address of an opening: that of its first answer, so that it means the same on every display. */
export function addressOf({ bid, chapters }: OpenBook, { pages: [page] }: Opening): string {
  const chapter = chapters[page?.chapter ?? 0]
  return chapter ? addressOfChapter(bid, chapter, page?.answers[0]) : paths.read(bid)
}

/** Address of an answer in a chapter; of the sign-in that leads there, if only members may read it. */
export function addressOfChapter(bid: string, { key, open }: Chapter, answer = 0): string {
  const address = paths.read(bid, key, answer + 1)
  return open ? address : paths.signIn({ last: address })
}

/** Page number in a query, limited to the existing pages. */
export function pageOf(query: URLSearchParams, pages: number, otherwise = 1): number {
  return Math.min(parsePageNumber(query.get('page'), otherwise), Math.max(1, pages))
}

/** Index of the answer that an address names by its number or by its memo. */
export function answerOf(query: URLSearchParams, memos: Memo[]): number {
  const wanted = memos.findIndex(({ id }) => id === query.get('memo'))
  return pageOf(query, memos.length, wanted + 1 || 1) - 1
}

import type { Memo } from '../../entities/memo/queries'
import { parsePageNumber } from '../../lib/page-number'
import type { Chapter } from './queries'

export const countAnswers = (chapters: Chapter[]) =>
  chapters.reduce((sum, { answers }) => sum + answers, 0)

/** Page number in a query, limited to the existing pages. */
export function pageOf(query: URLSearchParams, pages: number, otherwise = 1): number {
  return Math.min(parsePageNumber(query.get('page'), otherwise), Math.max(1, pages))
}

/** Same for a page that can also be named by the memo on it. */
export function leafOf(query: URLSearchParams, memos: Memo[]): number {
  const wanted = memos.findIndex(({ id }) => id === query.get('memo'))
  return pageOf(query, memos.length, wanted + 1 || 1)
}

interface Place {
  /** Key of the chapter's question. */
  qid: string
  /** Page within the chapter, from 1. */
  page: number
}

/** Chapter and page of a page of the book, with one answer per page as on paper display. */
export function placeOf(page: number, chapters: Chapter[]): Place {
  let before = 0
  for (const { key, answers } of chapters) {
    if (page <= before + answers) return { qid: key, page: page - before }
    before += answers
  }
  return { qid: chapters[0]?.key ?? '', page: 1 }
}

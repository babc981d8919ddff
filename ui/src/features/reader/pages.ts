import type { Memo } from '../../entities/memo/queries'
import type { Chapter } from './queries'

export const countAnswers = (chapters: Chapter[]) =>
  chapters.reduce((sum, { answers }) => sum + answers, 0)

/** The page that an address names, as far as there is one. */
export function pageOf(query: URLSearchParams, pages: number, otherwise = 1): number {
  const named = Math.floor(Number(query.get('page'))) || otherwise
  return Math.min(Math.max(1, named), Math.max(1, pages))
}

/** The same, where an address may name what stands on the page. */
export function leafOf(query: URLSearchParams, memos: Memo[]): number {
  const wanted = memos.findIndex(({ id }) => id === query.get('memo'))
  return pageOf(query, memos.length, wanted + 1 || 1)
}

interface Place {
  /** The key of the chapter's question. */
  qid: string
  /** Of the chapter; the first is 1. */
  page: number
}

/** Where a page of the book is, with one answer on each: on paper display it is read like that. */
export function placeOf(page: number, chapters: Chapter[]): Place {
  let before = 0
  for (const { key, answers } of chapters) {
    if (page <= before + answers) return { qid: key, page: page - before }
    before += answers
  }
  return { qid: chapters[0]?.key ?? '', page: 1 }
}

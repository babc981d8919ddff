import type { Chapter } from './queries'

export const countAnswers = (chapters: Chapter[]) =>
  chapters.reduce((sum, { answers }) => sum + answers, 0)

/** The page that an address names, as far as there is one. */
export function pageOf(query: URLSearchParams, pages: number): number {
  const named = Math.floor(Number(query.get('page'))) || 1
  return Math.min(Math.max(1, named), Math.max(1, pages))
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

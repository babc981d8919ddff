import { queryOptions, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { api, call } from '../../api/client'
import type { components } from '../../api/schema'
import { isOutsideDates } from '../../lib/api-error'

export type Book = components['schemas']['BookView']
export type Edition = components['schemas']['EditionView']
export type Question = components['schemas']['QuestionView']

/** Prefix of the keys of all cached books. */
const all = ['books']

export const bookKeys = {
  all,
  questions: (bid: string) => [...all, bid, 'questions'],
  editions: (bid: string) => [...all, bid, 'editions'],
  detail: (bid: string) => [...all, bid],
}

/** Interval for polling a book while its edition is being made, in milliseconds. */
export const COMPILE_POLL_INTERVAL_MS = 3000

const pollWhileCompiling = (books: Book[] = []) =>
  books.some((book) => book.compilingSince) && COMPILE_POLL_INTERVAL_MS

export const booksQuery = () =>
  queryOptions({
    queryKey: bookKeys.all,
    queryFn: () => call(api.POST('/api/book/list', { body: {} })),
  })

export const useBooks = () =>
  useSuspenseQuery({
    ...booksQuery(),
    refetchInterval: (query) => pollWhileCompiling(query.state.data),
  }).data

export const bookQuery = (bid: string) =>
  queryOptions({
    queryKey: bookKeys.detail(bid),
    queryFn: () => call(api.POST('/api/book', { body: { bid } })),
  })

export const useBook = (bid: string) =>
  useSuspenseQuery({
    ...bookQuery(bid),
    refetchInterval: ({ state: { data } }) => pollWhileCompiling(data && [data]),
  }).data

/** Returns a handler of failed submissions. A refusal because of a book's dates shows that those that are cached are outdated. */
export function useRefreshDates() {
  const queryClient = useQueryClient()
  return (error: Error) => {
    if (isOutsideDates(error)) void queryClient.invalidateQueries({ queryKey: bookKeys.all })
  }
}

const editionsOf = (bid: string) =>
  queryOptions({
    queryKey: bookKeys.editions(bid),
    queryFn: () => call(api.GET('/api/book/{bid}/editions', { params: { path: { bid } } })),
  })

/** Editions that can be downloaded, newest first. */
export const useEditions = (bid: string): Edition[] => useSuspenseQuery(editionsOf(bid)).data

/** Whether the newest edition is available as EPUB; undefined while that is unknown. Doesn't suspend. */
export function useHasEpub(bid: string): boolean | undefined {
  const { data, isPending } = useQuery(editionsOf(bid))
  return isPending ? undefined : (data?.[0]?.formats.includes('epub') ?? false)
}

export const questionsQuery = (bid: string) =>
  queryOptions({
    queryKey: bookKeys.questions(bid),
    queryFn: () => call(api.POST('/api/questions', { body: { bid } })),
  })

export const useQuestions = (bid: string) => useSuspenseQuery(questionsQuery(bid)).data

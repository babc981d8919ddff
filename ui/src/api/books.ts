import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { api, call } from './client'
import type { components } from './schema'

export type Book = components['schemas']['BookView']
export type Edition = components['schemas']['EditionView']
export type Question = components['schemas']['QuestionView']

/** All cached books start with this key. */
export const BOOKS = ['books']

/** While a book is being made, whoever is told of it looks again this often, in milliseconds. */
const COMPILE_POLL_INTERVAL_MS = 3000

const whileMade = (books: Book[] = []) =>
  books.some((book) => book.compilingSince) && COMPILE_POLL_INTERVAL_MS

export const useBooks = () =>
  useSuspenseQuery({
    queryKey: BOOKS,
    queryFn: () => call(api.POST('/api/book/list', { body: {} })),
    refetchInterval: (query) => whileMade(query.state.data),
  }).data

export const useBook = (bid: string) =>
  useSuspenseQuery({
    queryKey: [...BOOKS, bid],
    queryFn: () => call(api.POST('/api/book', { body: { bid } })),
    refetchInterval: ({ state: { data } }) => whileMade(data && [data]),
  }).data

const editionsOf = (bid: string) =>
  queryOptions({
    queryKey: [...BOOKS, bid, 'editions'],
    queryFn: () => call(api.GET('/api/book/{bid}/editions', { params: { path: { bid } } })),
  })

/** The editions that can be downloaded, the newest first. */
export const useEditions = (bid: string): Edition[] => useSuspenseQuery(editionsOf(bid)).data

/** Whether the newest edition can be had as EPUB. Nothing waits for the answer. */
export function useHasEpub(bid: string): boolean {
  const { data } = useQuery(editionsOf(bid))
  return data?.[0]?.formats.includes('epub') ?? false
}

export const useQuestions = (bid: string) =>
  useSuspenseQuery({
    queryKey: [...BOOKS, bid, 'questions'],
    queryFn: () => call(api.POST('/api/questions', { body: { bid } })),
  }).data

import { useSuspenseQuery } from '@tanstack/react-query'
import { api, call } from './client'
import type { components } from './schema'

export type Book = components['schemas']['BookView']
export type Question = components['schemas']['QuestionView']

/** All cached books start with this key. */
export const BOOKS = ['books']

export const useBooks = () =>
  useSuspenseQuery({
    queryKey: BOOKS,
    queryFn: () => call(api.POST('/api/book/list', { body: {} })),
  }).data

export const useBook = (bid: string) =>
  useSuspenseQuery({
    queryKey: [...BOOKS, bid],
    queryFn: () => call(api.POST('/api/book', { body: { bid } })),
  }).data

export const useQuestions = (bid: string) =>
  useSuspenseQuery({
    queryKey: [...BOOKS, bid, 'questions'],
    queryFn: () => call(api.POST('/api/questions', { body: { bid } })),
  }).data

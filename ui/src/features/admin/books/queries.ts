import { useSuspenseQuery } from '@tanstack/react-query'
import { ADMIN } from '../../../api/admin'
import { api, call } from '../../../api/client'
import type { components } from '../../../api/schema'

type Schemas = components['schemas']

export type AdminBook = Schemas['AdminBookView']

export const ADMIN_BOOKS = [...ADMIN, 'books']

/** While a book is being made, whoever is told of it looks again this often, in milliseconds. */
const MAKING = 3000

export const isBeingMade = ({ publishing, compilingSince }: AdminBook) =>
  publishing || Boolean(compilingSince)

/** Every book, newest first. */
export const useAdminBooks = (): AdminBook[] =>
  useSuspenseQuery({
    queryKey: ADMIN_BOOKS,
    queryFn: () => call(api.GET('/api/admin/books')),
    refetchInterval: ({ state: { data } }) => (data?.some(isBeingMade) ? MAKING : false),
    // Members write while nobody looks.
    staleTime: 0,
  }).data

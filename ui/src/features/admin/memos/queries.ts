import { useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query'
import { api, call } from '../../../api/client'
import { adminKeys } from '../../../entities/admin/queries'
import { bookQuery } from '../../../entities/book/queries'
import { parsePageNumber } from '../../../lib/page-number'

const all = [...adminKeys.all, 'memos']

const adminMemoKeys = {
  everywhere: (page: number) => [...all, 'all', { page }],
  filters: (bid: string) => [...all, bid, 'filters'],
  page: (bid: string, where: object) => [...all, bid, where],
}

/** Filter of a book's memos. */
export interface MemoFilter {
  bid: string
  uid: string | undefined
  /** Key of a question. */
  qid: string | undefined
}

/** Page number in a query string, from 1. */
export const pageIn = (search: string) => parsePageNumber(new URLSearchParams(search).get('page'))

/** A page of the memos of all books. */
export const useAllMemos = (page: number) =>
  useSuspenseQuery({
    queryKey: adminMemoKeys.everywhere(page),
    queryFn: () => call(api.GET('/api/admin/memos', { params: { query: { page } } })),
  }).data

/** A page of a book's memos and the filters for them, fetched in parallel. */
export function useMemoGrid({ bid, uid, qid }: MemoFilter, page: number) {
  const [book, filters, grid] = useSuspenseQueries({
    queries: [
      bookQuery(bid),
      {
        queryKey: adminMemoKeys.filters(bid),
        queryFn: () => call(api.GET('/api/admin/memos/filters', { params: { query: { bid } } })),
      },
      {
        queryKey: adminMemoKeys.page(bid, { uid, qid, page }),
        queryFn: () =>
          call(api.GET('/api/admin/memos', { params: { query: { bid, uid, qid, page } } })),
      },
    ],
  })
  return { book: book.data, filters: filters.data, grid: grid.data }
}

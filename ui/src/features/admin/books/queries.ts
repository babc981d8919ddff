import {
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { api, call } from '../../../api/client'
import type { components } from '../../../api/schema'
import { updateCached } from '../../../api/update-cached'
import { adminKeys } from '../../../entities/admin/queries'
import { bookKeys, COMPILE_POLL_INTERVAL_MS } from '../../../entities/book/queries'
import type { Memo } from '../../../entities/memo/queries'
import { notify } from '../../../lib/notify'
import { saveFile } from '../../../lib/save-file'
import { updateListAndDetail } from '../queries'

type Schemas = components['schemas']

export type AdminBook = Schemas['AdminBookView']
export type BookDetails = Schemas['AdminBookDetails']
export type Preflight = Schemas['PreflightView']
/** For a copy shop, or for a printer at home. */
export type PrintPurpose = 'print' | 'booklet'

interface PrintOptions {
  purpose: PrintPurpose
  /** Such as `80g`. */
  paper: string
  /** Sheets of a booklet that are folded together; all by default. */
  sheets?: number
  /** Whether text is set larger. */
  largePrint: boolean
}

const adminBookKeys = {
  list: [...adminKeys.all, 'books'],
  detail: (bid: string) => [...adminKeys.all, 'book', bid],
  preflight: (bid: string, options: PrintOptions) => [...adminKeys.all, 'preflight', bid, options],
  coverMemos: ({ id, coverMemo }: AdminBook) => [...adminKeys.all, 'cover-memos', id, coverMemo],
}

export const isBeingMade = ({ publishing, compilingSince }: AdminBook) =>
  publishing || Boolean(compilingSince)

const pollWhileCompiling = (books: AdminBook[] = []) =>
  books.some(isBeingMade) && COMPILE_POLL_INTERVAL_MS

/** All books, newest first. */
export const useAdminBooks = (): AdminBook[] =>
  useSuspenseQuery({
    queryKey: adminBookKeys.list,
    queryFn: () => call(api.GET('/api/admin/books')),
    refetchInterval: ({ state: { data } }) => pollWhileCompiling(data),
    // Members may have written new entries.
    staleTime: 0,
  }).data

/** One book with its questions. */
export const useBookDetails = (bid: string): BookDetails =>
  useSuspenseQuery({
    queryKey: adminBookKeys.detail(bid),
    queryFn: () => call(api.GET('/api/admin/books/{bid}', { params: { path: { bid } } })),
    refetchInterval: ({ state: { data } }) => pollWhileCompiling(data && [data.book]),
    staleTime: 0,
  }).data

/** Updates a book wherever it is cached. */
function updateBook(queryClient: QueryClient, book: AdminBook) {
  const places = { list: adminBookKeys.list, details: adminBookKeys.detail(book.id), name: 'book' }
  updateListAndDetail(queryClient, places, book, ({ id }) => id === book.id)
  void queryClient.invalidateQueries({ queryKey: bookKeys.all })
}

export function updateBookDetails(queryClient: QueryClient, details: BookDetails) {
  updateCached(queryClient, adminBookKeys.detail(details.book.id), () => details)
  updateBook(queryClient, details.book)
}

export const invalidateBook = (queryClient: QueryClient, bid: string) =>
  queryClient.invalidateQueries({ queryKey: adminBookKeys.detail(bid) })

export function useAddBook(onAdded: (book: AdminBook) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Schemas['NewBookBody']) => call(api.POST('/api/admin/books', { body })),
    onSuccess: (book) => {
      updateCached<AdminBook[]>(queryClient, adminBookKeys.list, (books) => [book, ...books])
      // Adding a suggested book answers its suggestion.
      void queryClient.invalidateQueries({ queryKey: adminKeys.all })
      void queryClient.invalidateQueries({ queryKey: bookKeys.all })
      notify({ message: `${book.name} is added. Next, add some questions.`, tone: 'good' })
      onAdded(book)
    },
  })
}

export function useEditBook({ id }: AdminBook, onSaved: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Schemas['BookUpdate']) =>
      call(api.POST('/api/admin/books/{bid}/change', { params: { path: { bid: id } }, body })),
    onSuccess: (book) => {
      updateBook(queryClient, book)
      notify({ message: `${book.name} is saved.`, tone: 'good' })
      onSaved()
    },
  })
}

/** Requests the next edition. The response comes before it is made. */
export function usePublishBook({ id }: AdminBook) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () =>
      call(api.POST('/api/admin/books/{bid}/publish', { params: { path: { bid: id } } })),
    onSuccess: (book) => updateBook(queryClient, book),
  })
}

export function useUnpublish({ id }: AdminBook, onDone: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () =>
      call(api.POST('/api/admin/books/{bid}/unpublish', { params: { path: { bid: id } } })),
    onSuccess: (book) => {
      updateBook(queryClient, book)
      notify({ message: `${book.name} is no longer published.`, tone: 'good' })
      onDone()
    },
  })
}

/** Preview of the next edition as a PDF. Fetched whole, so that an error can be shown. */
export const usePreview = ({ id }: AdminBook) =>
  useMutation({
    mutationFn: () =>
      call(
        api.GET('/api/admin/books/{bid}/preview.pdf', {
          params: { path: { bid: id } },
          parseAs: 'blob',
        }),
      ),
  })

/** Preflight of the next edition for print. Not cached: members may have written new entries. */
export const usePreflight = ({ id }: AdminBook, options: PrintOptions) =>
  useQuery({
    queryKey: adminBookKeys.preflight(id, options),
    queryFn: () => {
      const { purpose, ...query } = options
      const params = { path: { bid: id }, query: { for: purpose, ...query } }
      return call(api.GET('/api/admin/books/{bid}/preflight', { params }))
    },
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })

/** Saves the files of the next edition for print. Fetched whole, so that an error can be shown. */
export const usePrintFiles = ({ id, name }: AdminBook, { purpose, ...query }: PrintOptions) =>
  useMutation({
    mutationFn: () => {
      const params = { path: { bid: id }, query }
      return purpose === 'print'
        ? call(api.GET('/api/admin/books/{bid}/print.zip', { params, parseAs: 'blob' }))
        : call(api.GET('/api/admin/books/{bid}/booklet.pdf', { params, parseAs: 'blob' }))
    },
    onSuccess: (file) =>
      saveFile(file, purpose === 'print' ? `${name} (print).zip` : `${name} (booklet).pdf`),
  })
/** Maximum number of memos to choose a cover from, and of the pages of memos that are searched for them. */
const MAX_COVER_MEMOS = 16
const MAX_PAGES = 4

/** Handwritten memos that a cover may show: the chosen one, then the newest ones. */
export const useCoverMemos = (book: AdminBook) =>
  useQuery({
    queryKey: adminBookKeys.coverMemos(book),
    queryFn: () => fetchCoverMemos(book),
    retry: false,
  })

async function fetchCoverMemos({ id: bid, coverMemo }: AdminBook): Promise<Memo[]> {
  const found: Memo[] = []
  for (let page = 1, pages = 1; page <= Math.min(pages, MAX_PAGES); page += 1) {
    const grid = await call(api.GET('/api/admin/memos', { params: { query: { bid, page } } }))
    found.push(...grid.memos.filter(({ type, img, hidden }) => type === 'hand' && img && !hidden))
    if (found.length >= MAX_COVER_MEMOS) break
    pages = grid.pages
  }
  const isChosen = ({ id }: Memo) => id === coverMemo
  const newest = found.filter((memo) => !isChosen(memo))
  const chosen = coverMemo ? (found.find(isChosen) ?? (await fetchMemo(coverMemo))) : undefined
  return [...(chosen ? [chosen] : []), ...newest].slice(0, MAX_COVER_MEMOS)
}

/** A memo; undefined if it was removed. */
const fetchMemo = (id: string): Promise<Memo | undefined> =>
  call(api.POST('/get-memo', { body: { id } })).catch(() => undefined)

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
import { invalidateRoles } from '../../../entities/member/queries'
import type { Memo } from '../../../entities/memo/queries'
import { ApiError, atField } from '../../../lib/api-error'
import { notify } from '../../../lib/notify'
import { saveFile } from '../../../lib/save-file'
import { invalidateMemberDetails } from '../members/queries'
import { updateListAndDetail } from '../queries'

type Schemas = components['schemas']

export type AdminBook = Schemas['AdminBookView']
export type BookDetails = Schemas['AdminBookDetails']
export type Keeper = Schemas['KeeperView']
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
  keepers: (bid: string) => [...adminKeys.all, 'keepers', bid],
  preflight: (bid: string, options: PrintOptions) => [...adminKeys.all, 'preflight', bid, options],
  coverMemos: ({ id, coverMemo }: AdminBook) => [...adminKeys.all, 'cover-memos', id, coverMemo],
}

export const isBeingMade = ({ publishing, compilingSince }: AdminBook) =>
  publishing || Boolean(compilingSince)

const pollWhileCompiling = (books: AdminBook[] = []) =>
  books.some(isBeingMade) && COMPILE_POLL_INTERVAL_MS

/** The books that the member keeps, newest first; all of them for admins. */
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

/** Replaces the dates of a book. */
export function useScheduleBook({ id }: AdminBook, onSaved: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Required<Schemas['ScheduleBody']>) =>
      call(api.POST('/api/admin/books/{bid}/schedule', { params: { path: { bid: id } }, body })),
    onSuccess: (book, { opens, closes }) => {
      updateBook(queryClient, book)
      const message =
        opens || closes
          ? `The dates of ${book.name} are saved.`
          : `${book.name} has no dates now, and stays open.`
      notify({ message, tone: 'good' })
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

/** Keepers of a book, by name. Doesn't suspend: the page of the book works without them. */
export const useKeepers = ({ id }: AdminBook) =>
  useQuery({
    queryKey: adminBookKeys.keepers(id),
    queryFn: () =>
      call(api.GET('/api/admin/books/{bid}/keepers', { params: { path: { bid: id } } })),
    staleTime: 0,
  })

/** Updates the cached keepers of a book. */
function updateKeepers(queryClient: QueryClient, bid: string, keepers: Keeper[]) {
  updateCached(queryClient, adminBookKeys.keepers(bid), () => keepers)
  void invalidateMemberDetails(queryClient)
}

/** Statuses for a member who is not found, or cannot be a keeper. */
const REFUSALS = [404, 409, 422]

/** Makes a member a keeper of a book. Every refusal is about the member, and belongs to the field. */
export function useAddKeeper({ id }: AdminBook, onAdded: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (member: string) =>
      call(
        api.POST('/api/admin/books/{bid}/keepers', {
          params: { path: { bid: id } },
          body: { member },
        }),
      ).catch((error) => {
        throw error instanceof ApiError && REFUSALS.includes(error.status)
          ? atField(error, 'member')
          : error
      }),
    onSuccess: (keepers) => {
      updateKeepers(queryClient, id, keepers)
      notify({ message: 'The keeper is added.', tone: 'good' })
      onAdded()
    },
  })
}

interface RemovedKeeper {
  book: AdminBook
  keeper: Keeper
}

/** Dismisses a keeper of a book. */
export function useRemoveKeeper({ book, keeper }: RemovedKeeper, onRemoved: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () =>
      call(api.DELETE('/api/admin/books/{bid}/keepers/{uid}', pathOf(book, keeper))),
    onSuccess: (keepers) => {
      updateKeepers(queryClient, book.id, keepers)
      notify({ message: `${keeper.name} no longer looks after ${book.name}.`, tone: 'good' })
      onRemoved()
    },
  })
}

/** Dismisses the member themself, who may not see the book any more. */
export function useResign({ book, keeper }: RemovedKeeper, onResigned: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () =>
      call(api.DELETE('/api/admin/books/{bid}/keepers/{uid}', pathOf(book, keeper))),
    onSuccess: () => {
      // First, because the page of the book must not refetch it.
      onResigned()
      updateCached<AdminBook[]>(queryClient, adminBookKeys.list, (books) =>
        books.filter(({ id }) => id !== book.id),
      )
      queryClient.removeQueries({ queryKey: adminBookKeys.detail(book.id) })
      queryClient.removeQueries({ queryKey: adminBookKeys.keepers(book.id) })
      // Nothing of the page that is being left may be fetched once more.
      void queryClient.invalidateQueries({ queryKey: adminKeys.all, refetchType: 'none' })
      invalidateRoles(queryClient, keeper.uid)
      notify({ message: `You no longer look after ${book.name}.`, tone: 'good' })
    },
  })
}

const pathOf = ({ id }: AdminBook, { uid }: Keeper) => ({ params: { path: { bid: id, uid } } })

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

import {
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { api, call, sentWithPage } from '../../api/client'
import type { components } from '../../api/schema'
import { updateCached } from '../../api/update-cached'
import { useDraft } from '../../lib/drafts'
import { notify, notifyFailure } from '../../lib/notify'
import { useGuestBook, useMember } from '../../lib/session'
import { bookKeys } from '../book/queries'

export type Memo = components['schemas']['MemoView']
export type MemoType = 'hand' | 'page' | 'text'

/** Prefix of the keys of all cached memos. */
const all = ['memos']

export const memoKeys = {
  all,
  own: (uid: string) => [...all, 'own', uid],
  ofBook: (bid: string) => [...all, bid],
  counts: (bid: string) => [...all, bid, 'counts'],
  history: (bid: string) => [...all, bid, 'history'],
  removed: (bid: string) => [...all, bid, 'removed'],
  single: [...all, 'single'],
  detail: (id: string) => [...all, 'single', id],
}

/** Keys of what the server has read in handwriting. */
export const draftKeys = {
  all: ['transcription-drafts'],
  /** The end of a picture has its checksum. */
  offer: (source: DraftSource) =>
    'id' in source
      ? [...draftKeys.all, source.id]
      : [...draftKeys.all, source.bid, source.key, source.image.slice(-60)],
  preference: ['draft-preference'],
}

/** Picture that a transcription is drafted for: of a memo, or of an answer that is about to be submitted. */
export type DraftSource =
  | { id: string }
  | {
      bid: string
      /** Key of the question. */
      key: string
      /** PNG in base64. */
      image: string
    }

/** The member's memos of all books, newest first. */
export const ownMemosQuery = (uid: string) =>
  queryOptions({
    queryKey: memoKeys.own(uid),
    queryFn: () => call(api.POST('/query-memos', { body: { uid } })),
  })

export const memosQuery = (uid: string, bid: string) =>
  queryOptions({
    queryKey: memoKeys.ofBook(bid),
    queryFn: () => call(api.POST('/api/memo/list', { body: { uid, bid } })),
  })

/** The member's own memos of a book. */
export function useMemos(bid: string): Memo[] {
  const { uid } = useMember()
  return useSuspenseQuery(memosQuery(uid, bid)).data
}

/** Number of memos of each type that the member has in a book. */
export function useMemoCounts(bid: string) {
  const { uid } = useMember()
  return useSuspenseQuery({
    queryKey: memoKeys.counts(bid),
    queryFn: () => call(api.POST('/api/memo/usr/count', { body: { uid, bid } })),
  }).data
}

/** Maximum number of memos in one response of the history. */
const HISTORY_PAGE = 100

/** Memos of a book that the member has replaced or withdrawn, newest first, and a way to fetch more. */
export function useEarlierMemos(bid: string) {
  const { uid } = useMember()
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useSuspenseInfiniteQuery({
    queryKey: memoKeys.history(bid),
    queryFn: ({ pageParam: after }) =>
      call(api.POST('/api/memo/history', { body: { uid, bid, after } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) =>
      page.length < HISTORY_PAGE ? undefined : page[page.length - 1]?.id,
  })
  return {
    memos: data.pages.flat(),
    hasMore: hasNextPage,
    isFetching: isFetchingNextPage,
    fetchMore: fetchNextPage,
  }
}

/** The member's memos of a book that an admin has removed, newest first. */
export function useRemovedMemos(bid: string) {
  const { uid } = useMember()
  return useSuspenseQuery({
    queryKey: memoKeys.removed(bid),
    queryFn: () => call(api.POST('/api/memo/removed', { body: { uid, bid } })),
  }).data
}

/** Returns a function that refetches everything that counts or lists memos. */
export function useInvalidateMemos() {
  const queryClient = useQueryClient()
  return () => {
    queryClient.invalidateQueries({ queryKey: bookKeys.all })
    return queryClient.invalidateQueries({ queryKey: memoKeys.all })
  }
}

/** Restores an earlier memo. */
export function useRestoreMemo() {
  const invalidateMemos = useInvalidateMemos()
  return useMutation({
    mutationFn: ({ id }: Memo) => call(api.POST('/api/memo/restore', { body: { id } })),
    onSuccess: invalidateMemos,
    onError: (error) => notifyFailure('Your entry could not be restored.', error),
  })
}

/** Transcription of a memo with its mutation. The draft is shared by all places where it can be typed. */
export function useTranscription({ id, alt }: Memo) {
  const { uid } = useMember()
  const invalidateMemos = useInvalidateMemos()
  const saved = alt ?? ''
  const { text, change, markSaved } = useDraft(`${uid}/memo/${id}`, saved)
  const describe = useMutation({
    mutationFn: (words: string) =>
      call(api.POST('/api/memo/describe', { body: { id, alt: words } })),
    onSuccess: (described, sent) => {
      markSaved(sent, described.alt ?? '')
      return invalidateMemos()
    },
  })
  return {
    text,
    change,
    isSame: text.trim() === saved,
    /** Saves the transcription, or other words. `onSaved` isn't called after the form was closed. */
    save: (onSaved: () => void, words = text) => describe.mutate(words, { onSuccess: onSaved }),
    isSaving: describe.isPending,
    error: describe.error,
  }
}

/** Draft of a transcription, fetched once while it is wanted. An error is the same as no draft. */
export const useDraftOffer = (source: DraftSource, isWanted: boolean) =>
  useQuery({
    queryKey: draftKeys.offer(source),
    queryFn: () =>
      'id' in source
        ? call(api.POST('/api/memo/draft', { body: source }))
        : call(api.POST('/api/handwriting/draft', { body: source })),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  })

/** Returns a function after which a draft is not offered again. */
export function useForgetDraft(source: DraftSource) {
  const queryClient = useQueryClient()
  return () => queryClient.setQueryData(draftKeys.offer(source), { draft: null })
}

/** Whether the member is offered drafts. */
export const useDraftPreference = () =>
  useQuery({
    queryKey: draftKeys.preference,
    queryFn: () => call(api.GET('/api/account/drafts')),
    initialData: sentWithPage('GET /api/account/drafts '),
  })

/** Changes whether the member is offered drafts. */
export function useChooseDrafts(onSuccess?: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (offered: boolean) => call(api.POST('/api/account/drafts', { body: { offered } })),
    onSuccess: (saved) => {
      updateCached(queryClient, draftKeys.preference, () => saved)
      queryClient.removeQueries({ queryKey: draftKeys.all })
      onSuccess?.()
    },
  })
}

/** Shown beside a field whose member wants no drafts. */
export const DECLINED = 'You won’t get drafts any more. You can turn them on in Settings.'
/** The same for a guest, who has no settings. */
export const DECLINED_BY_GUEST = 'You won’t get drafts any more.'

/** Withdraws a memo from its book, with Undo in a toast for members. */
export function useWithdrawMemo() {
  const isGuest = useGuestBook() !== null
  const invalidateMemos = useInvalidateMemos()
  const restore = useRestoreMemo()
  return useMutation({
    mutationFn: ({ id }: Memo) => call(api.POST('/api/memo/remove', { body: { id } })),
    onSuccess: (_, memo) => {
      const message = memo.published
        ? 'Entry withdrawn. It stays in the published edition, but won’t be in the next one.'
        : 'Entry withdrawn.'
      const undo = { label: 'Undo', isUndo: true, run: () => restore.mutate(memo) }
      notify({ message, ...(!isGuest && { action: undo }) })
      return invalidateMemos()
    },
    onError: (error) => notifyFailure('Your entry could not be withdrawn.', error),
  })
}

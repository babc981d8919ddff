import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, call } from '../../api/client'
import type { components } from '../../api/schema'
import { updateCached } from '../../api/update-cached'
import { type Memo, memoKeys } from '../../entities/memo/queries'
import { isNotFound } from '../../lib/api-error'

export type OpenBook = components['schemas']['OpenBookView']
export type Chapter = components['schemas']['ChapterView']

const readerKeys = {
  all: ['reader'],
  chapter: (bid: string, qid?: string) => ['reader', bid, qid],
}

/** Turns "not found" into null: the server doesn't reveal whether the reader may not see it. */
function unlessNotFound(error: unknown): null {
  if (isNotFound(error)) return null
  throw error
}

const chapterQuery = (bid: string, qid?: string) => ({
  queryKey: readerKeys.chapter(bid, qid),
  queryFn: () =>
    call(api.GET('/api/book/{bid}/read', { params: { path: { bid }, query: { qid } } })).catch(
      unlessNotFound,
    ),
})

/** Newest edition of a book, open at a question or at its contents. */
export const useOpenBook = (bid: string, qid?: string): OpenBook | null =>
  useSuspenseQuery(chapterQuery(bid, qid)).data

/** Prefetches the chapter that is likely to be read next. */
export function usePrefetchChapter(bid: string, qid: string | undefined) {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (qid !== undefined) queryClient.prefetchQuery(chapterQuery(bid, qid))
  }, [queryClient, bid, qid])
}

/** One memo, if the reader may see it. */
export const useSingleMemo = (id: string): Memo | null =>
  useSuspenseQuery({
    queryKey: memoKeys.detail(id),
    queryFn: () => call(api.POST('/get-memo', { body: { id } })).catch(unlessNotFound),
  }).data

/** Returns a function that refetches everything that shows published memos. */
export function useRefetchMemos() {
  const queryClient = useQueryClient()
  return () => {
    queryClient.invalidateQueries({ queryKey: readerKeys.all })
    return queryClient.invalidateQueries({ queryKey: memoKeys.single })
  }
}

/** Returns a function that saves the reader's love and updates it wherever the memo is shown. */
export function useSaveLove(id: string) {
  const queryClient = useQueryClient()
  return async (loved: boolean) => {
    const path = loved ? '/api/memo/love/add' : '/api/memo/love/remove'
    const { loves } = await call(api.POST(path, { body: { id } }))
    const update = (memo: Memo) => (memo.id === id ? { ...memo, loves, loved } : memo)
    updateCached<Memo | null>(queryClient, memoKeys.single, (memo) => memo && update(memo))
    updateCached<OpenBook | null>(
      queryClient,
      readerKeys.all,
      (book) => book && { ...book, memos: book.memos.map(update) },
    )
  }
}

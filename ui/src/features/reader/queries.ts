import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, call } from '../../api/client'
import { isNotFound } from '../../api/error'
import { MEMOS, type Memo } from '../../api/memos'
import type { components } from '../../api/schema'
import { focusAfterRender } from '../../lib/focus-after-render'
import { thankForReport } from '../../lib/thanks'

export type OpenBook = components['schemas']['OpenBookView']
export type Chapter = components['schemas']['ChapterView']

const READING = ['reading']
const SINGLE = [...MEMOS, 'single']

/** What is not there, or not for this reader: the server does not say which, and neither do we. */
function unlessNotFound(error: unknown): null {
  if (isNotFound(error)) return null
  throw error
}

const reading = (bid: string, qid?: string) => ({
  queryKey: [...READING, bid, qid],
  queryFn: () =>
    call(api.GET('/api/book/{bid}/read', { params: { path: { bid }, query: { qid } } })).catch(
      unlessNotFound,
    ),
})

/** The newest edition of a book, open at a question or at its contents. */
export const useOpenBook = (bid: string, qid?: string): OpenBook | null =>
  useSuspenseQuery(reading(bid, qid)).data

/** Fetches a chapter that is likely to be read next, so that turning to it shows no waiting. */
export function useFetchAhead(bid: string, qid: string | undefined) {
  const queries = useQueryClient()
  useEffect(() => {
    if (qid !== undefined) queries.prefetchQuery(reading(bid, qid))
  }, [queries, bid, qid])
}

/** One memo, if the reader may see it. */
export const useSingleMemo = (id: string): Memo | null =>
  useSuspenseQuery({
    queryKey: [...SINGLE, id],
    queryFn: () => call(api.POST('/get-memo', { body: { id } })).catch(unlessNotFound),
  }).data

interface Report {
  reason: string
  onReported(): void
}

/** Reports a memo, which the reporter does not see any more. */
export function useReportMemo({ id }: Memo) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ reason }: Report) =>
      call(api.POST('/api/report', { body: { kind: 'memo', id, reason: reason.trim() } })),
    onSuccess: (_, { onReported }) => {
      // First: the button goes with the memo.
      onReported()
      thankForReport()
      focusAfterRender('content')
      queries.invalidateQueries({ queryKey: READING })
      return queries.invalidateQueries({ queryKey: SINGLE })
    },
  })
}

/** What the server knows of a reader's love. */
type Love = Pick<Memo, 'id' | 'loves' | 'loved'>

/** Writes it wherever the memo is shown. */
export function useKeepLove() {
  const queries = useQueryClient()
  return (love: Love) => {
    const renew = (memo: Memo) => (memo.id === love.id ? { ...memo, ...love } : memo)
    queries.setQueriesData<Memo | null>({ queryKey: SINGLE }, (memo) => memo && renew(memo))
    queries.setQueriesData<OpenBook | null>(
      { queryKey: READING },
      (book) => book && { ...book, memos: book.memos.map(renew) },
    )
  }
}

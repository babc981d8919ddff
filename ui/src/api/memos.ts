import { useSuspenseQuery } from '@tanstack/react-query'
import { useMember } from '../lib/session'
import { api, call } from './client'
import type { components } from './schema'

export type Memo = components['schemas']['MemoView']
export type MemoType = 'hand' | 'page' | 'text'

/** All cached memos start with this key. */
export const MEMOS = ['memos']

/** The member's own memos of a book. */
export function useMemos(bid: string): Memo[] {
  const { uid } = useMember()
  return useSuspenseQuery({
    queryKey: [...MEMOS, bid],
    queryFn: () => call(api.POST('/api/memo/list', { body: { uid, bid } })),
  }).data
}

/** How many memos of each type the member has in a book. */
export function useMemoCounts(bid: string) {
  const { uid } = useMember()
  return useSuspenseQuery({
    queryKey: [...MEMOS, bid, 'counts'],
    queryFn: () => call(api.POST('/api/memo/usr/count', { body: { uid, bid } })),
  }).data
}

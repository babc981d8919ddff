import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BOOKS } from '../../api/books'
import { api, call } from '../../api/client'
import { MEMOS } from '../../api/memos'
import { useMember } from '../../lib/session'
import type { Answer } from './use-reading'

/** Keeps the answers as the member's memos of the book. */
export function usePublishHandwriting(bid: string, onSuccess: () => void) {
  const { uid } = useMember()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (answers: Answer[]) => {
      const data = {
        rects: answers.map(({ rect }) => rect),
        memos: answers.map(({ image }) => image),
        questions: answers.map(({ key }) => key),
      }
      return call(api.POST('/api/memo/handwriting/publish', { body: { bid, uid, data } }))
    },
    onSuccess: () => {
      queries.invalidateQueries({ queryKey: BOOKS })
      queries.invalidateQueries({ queryKey: MEMOS })
      onSuccess()
    },
  })
}

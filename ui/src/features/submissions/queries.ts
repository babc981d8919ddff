import { useMutation } from '@tanstack/react-query'
import type { Question } from '../../api/books'
import { api, call } from '../../api/client'
import { useRenewMemos } from '../../api/memos'
import { useMember } from '../../lib/session'
import type { Answer } from './use-reading'

/** What pictures say, by their questions; most say nothing. */
export type Alts = Record<string, string>

interface Handwriting {
  answers: Answer[]
  alts: Alts
}

/** Keeps the answers as the member's memos of the book. */
export function usePublishHandwriting(bid: string, onSuccess: () => void) {
  const { uid } = useMember()
  const renew = useRenewMemos()
  return useMutation({
    mutationFn: ({ answers, alts }: Handwriting) => {
      const data = {
        rects: answers.map(({ rect }) => rect),
        memos: answers.map(({ image }) => image),
        questions: answers.map(({ key }) => key),
        alts: answers.map(({ key }) => alts[key] ?? ''),
      }
      return call(api.POST('/api/memo/handwriting/publish', { body: { bid, uid, data } }))
    },
    onSuccess: () => {
      renew()
      onSuccess()
    },
  })
}

interface TypedAnswer {
  question: Question
  post: string
}

/** Keeps a typed answer as the member's memo; answers what the server kept. */
export function usePublishText(bid: string) {
  const { uid } = useMember()
  const renew = useRenewMemos()
  return useMutation({
    mutationFn: async ({ question: { key, description }, post }: TypedAnswer) => {
      const body = { bid, uid, qid: key, post, question: description }
      const { memo } = await call(api.POST('/api/memo/text/publish', { body }))
      return memo?.post ?? post
    },
    onSuccess: renew,
  })
}

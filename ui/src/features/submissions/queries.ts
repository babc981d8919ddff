import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Question } from '../../api/books'
import { api, call } from '../../api/client'
import { useRenewMemos } from '../../api/memos'
import { RETRIES } from '../../api/resubmissions'
import { useMember } from '../../lib/session'
import { removeStored } from '../../lib/storage'
import { enter } from './prize/entry'
import type { Answer } from './use-form-extraction'

/** What pictures say, by their questions; most say nothing. */
export type Alts = Record<string, string>

interface Handwriting {
  answers: Answer[]
  alts: Alts
  /** The name of the upload that they come from. */
  token: string | undefined
  /** The play that is drawn afterwards. */
  play: string | undefined
}

/** Keeps the answers as the member's memos of the book, and has their play drawn; without one nothing is left of the last. */
export function usePublishHandwriting(bid: string, onSuccess: (sent: Handwriting) => void) {
  const { uid, email } = useMember()
  const renew = useRenewMemos()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ answers, alts, token, play }: Handwriting) => {
      const data = {
        rects: answers.map(({ rect }) => rect),
        memos: answers.map(({ image }) => image),
        questions: answers.map(({ key }) => key),
        alts: answers.map(({ key }) => alts[key] ?? ''),
      }
      const header = token ? { 'session-token': token } : {}
      const publish = { params: { header }, body: { bid, uid, data } }
      await call(api.POST('/api/memo/handwriting/publish', publish))
      if (play) await enter(email, play)
      else removeStored('prizepeg')
    },
    onSuccess: (_, sent) => {
      renew()
      queries.invalidateQueries({ queryKey: RETRIES })
      onSuccess(sent)
    },
  })
}

interface TypedAnswer {
  question: Question
  post: string
}

/** Keeps a typed answer as the member's memo; tells what the server kept of what was sent. */
export function usePublishText(bid: string, onKept: (sent: string, kept: string) => void) {
  const { uid } = useMember()
  const renew = useRenewMemos()
  return useMutation({
    mutationFn: async ({ question: { key, description }, post }: TypedAnswer) => {
      const body = { bid, uid, qid: key, post, question: description }
      const { memo } = await call(api.POST('/api/memo/text/publish', { body }))
      return memo?.post ?? post
    },
    onSuccess: (kept, { post }) => {
      // First: whoever writes on need not wait for the memos, or may have gone on to the next question.
      onKept(post, kept)
      return renew()
    },
  })
}

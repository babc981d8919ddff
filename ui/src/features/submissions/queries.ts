import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, call } from '../../api/client'
import type { components } from '../../api/schema'
import type { Question } from '../../entities/book/queries'
import { useRenewMemos } from '../../entities/memo/queries'
import { prizeKeys } from '../../entities/prize/queries'
import { useUpload } from '../../entities/upload/use-upload'
import { ApiError } from '../../lib/api-error'
import { useMember } from '../../lib/session'
import { removeStored } from '../../lib/storage'
import { submitPlay } from './prize/stored-play'
import type { Answer } from './use-form-extraction'

/** What pictures say, by their questions; most say nothing. */
export type Transcriptions = Record<string, string>

interface Handwriting {
  answers: Answer[]
  transcriptions: Transcriptions
  /** The name of the upload that they come from. */
  token: string | undefined
  /** The play that is drawn afterwards. */
  play: string | undefined
}

/** Keeps the answers as the member's memos of the book, and has their play drawn; without one nothing is left of the last. */
export function usePublishHandwriting(bid: string, onSuccess: (sent: Handwriting) => void) {
  const { uid, email } = useMember()
  const renew = useRenewMemos()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ answers, transcriptions, token, play }: Handwriting) => {
      const data = {
        rects: answers.map(({ rect }) => rect),
        memos: answers.map(({ image }) => image),
        questions: answers.map(({ key }) => key),
        alts: answers.map(({ key }) => transcriptions[key] ?? ''),
      }
      const header = token ? { 'session-token': token } : {}
      const publish = { params: { header }, body: { bid, uid, data } }
      await call(api.POST('/api/memo/handwriting/publish', publish))
      if (play) await submitPlay(email, play)
      else removeStored('prizepeg')
    },
    onSuccess: (_, sent) => {
      renew()
      queryClient.invalidateQueries({ queryKey: prizeKeys.allRetries })
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

type HandedOver = components['schemas']['HandedOver']

/** How often a tablet asks what has become of its code, in milliseconds. */
const POLL_INTERVAL_MS = 2000

/** A new code for this tablet; an earlier one is void. */
export const useOpenHandOver = (bid: string) =>
  useMutation({ mutationFn: () => call(api.POST('/api/hand-over', { body: { bid } })) })

const isOver = (error: unknown) => error instanceof ApiError && error.status === 404

/** What has become of a code. What was read is answered once, so nobody asks again after that. */
export function useHandOver(code: string) {
  return useQuery({
    queryKey: ['hand-over', code],
    queryFn: () => call(api.GET('/api/hand-over/{code}', { params: { path: { code } } })),
    refetchInterval: ({ state }) =>
      state.data?.step === 'read' || isOver(state.error) ? false : POLL_INTERVAL_MS,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** The book whose form a tablet waits for. */
export const useHandOverBook = (code: string) =>
  useQuery({
    queryKey: ['hand-over', code, 'book'],
    queryFn: () => call(api.GET('/api/hand-over/{code}/book', { params: { path: { code } } })),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Sends a form to the tablet that waits for it. */
export const useSendHandOver = (code: string) =>
  useUpload<HandedOver, { file: File }>({
    path: `/api/hand-over/${encodeURIComponent(code)}/file`,
    retryAfterSent: false,
    formOf: ({ file }) => {
      const form = new FormData()
      form.append('file', file)
      return form
    },
  })

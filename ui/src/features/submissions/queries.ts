import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, call } from '../../api/client'
import type { components } from '../../api/schema'
import type { Question } from '../../entities/book/queries'
import { useInvalidateMemos } from '../../entities/memo/queries'
import { prizeKeys } from '../../entities/prize/queries'
import { useUpload } from '../../entities/upload/use-upload'
import { ApiError } from '../../lib/api-error'
import { useMember } from '../../lib/session'
import { removeStored } from '../../lib/storage'
import { submitPlay } from './prize/stored-play'
import type { Answer } from './use-form-extraction'

/** Transcriptions by question key. */
export type Transcriptions = Record<string, string>

interface Handwriting {
  answers: Answer[]
  transcriptions: Transcriptions
  /** Name of the upload that the answers come from. */
  token: string | undefined
  /** Play that is drawn after the submission. */
  play: string | undefined
}

/** Publishes the answers as memos and draws the play. Without a play, the stored one is removed. */
export function usePublishHandwriting(bid: string, onSuccess: (sent: Handwriting) => void) {
  const { uid, email } = useMember()
  const renew = useInvalidateMemos()
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

/** Publishes a typed answer as a memo; calls back with the sent and the stored text. */
export function usePublishText(bid: string, onKept: (sent: string, kept: string) => void) {
  const { uid } = useMember()
  const renew = useInvalidateMemos()
  return useMutation({
    mutationFn: async ({ question: { key, description }, post }: TypedAnswer) => {
      const body = { bid, uid, qid: key, post, question: description }
      const { memo } = await call(api.POST('/api/memo/text/publish', { body }))
      return memo?.post ?? post
    },
    onSuccess: (kept, { post }) => {
      // First, because the member may go on typing or move on to the next question before the memos
      // are refetched.
      onKept(post, kept)
      return renew()
    },
  })
}

type HandedOver = components['schemas']['HandedOver']

/** Interval for polling a hand-over on the tablet, in milliseconds. */
const POLL_INTERVAL_MS = 2000

/** Makes a code for this tablet; an earlier code expires. */
export const useOpenHandOver = (bid: string) =>
  useMutation({ mutationFn: () => call(api.POST('/api/hand-over', { body: { bid } })) })

const isOver = (error: unknown) => error instanceof ApiError && error.status === 404

/** State of a hand-over. The server returns the extraction once, so polling stops after that. */
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

/** Book that the tablet waits with. */
export const useHandOverBook = (code: string) =>
  useQuery({
    queryKey: ['hand-over', code, 'book'],
    queryFn: () => call(api.GET('/api/hand-over/{code}/book', { params: { path: { code } } })),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Uploads a form to the waiting tablet. */
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

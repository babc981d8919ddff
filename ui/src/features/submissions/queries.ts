import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, call } from '../../api/client'
import { MAX_LENGTHS } from '../../api/limits'
import type { components } from '../../api/schema'
import { upload } from '../../api/upload'
import { type Question, useRefreshDates } from '../../entities/book/queries'
import { sendVerification } from '../../entities/member/queries'
import { useInvalidateMemos } from '../../entities/memo/queries'
import { prizeApi, prizeKeys, prizeUrl } from '../../entities/prize/queries'
import { useUpload } from '../../entities/upload/use-upload'
import { isNotFound } from '../../lib/api-error'
import { logOnly } from '../../lib/log'
import { useMember, usePlaysPrizePeg, useSession } from '../../lib/session'
import { getStored, removeStored, setStored } from '../../lib/storage'
import type { Answer } from './use-form-extraction'

type Schemas = components['schemas']

const allHandOvers = ['hand-over']

/** Query keys of submissions; those of the game are in `prizeKeys`. */
const submissionKeys = {
  extraction: (name: string | undefined) => ['extraction', name],
  handOver: (code: string) => [...allHandOvers, code],
  handOverBook: (code: string) => [...allHandOvers, code, 'book'],
}

/** Answer as the member submits it: the key is that of the question that they gave it to. */
export interface SubmittedAnswer extends Pick<Answer, 'key' | 'image' | 'rect'> {
  /** Empty if the member typed none. */
  transcription: string
}

interface Handwriting {
  answers: SubmittedAnswer[]
  /** Name of the upload that the answers come from. */
  token: string | undefined
  /** Play that is drawn after the submission. */
  play: string | undefined
}

/** Publishes the answers as memos and draws the play. Without a play, the stored one is removed. */
export function usePublishHandwriting(bid: string, onSuccess: (sent: Handwriting) => void) {
  const { uid, email } = useMember()
  const invalidateMemos = useInvalidateMemos()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ answers, token, play }: Handwriting) => {
      const data = {
        rects: answers.map(({ rect }) => rect),
        memos: answers.map(({ image }) => image),
        questions: answers.map(({ key }) => key),
        alts: answers.map(({ transcription }) => transcription),
      }
      const header = token ? { 'session-token': token } : {}
      const publish = { params: { header }, body: { bid, uid, data } }
      await call(api.POST('/api/memo/handwriting/publish', publish))
      if (play) await submitPlay(email, play)
      else removeStored('prizepeg')
    },
    onSuccess: (_, sent) => {
      invalidateMemos()
      queryClient.invalidateQueries({ queryKey: prizeKeys.allAllowances })
      onSuccess(sent)
    },
    onError: useRefreshDates(),
  })
}

/** Minimum and maximum length of a typed answer, in characters. */
export const MIN_CHARACTERS = 4
export const MAX_CHARACTERS = MAX_LENGTHS.TextSubmission.post

interface TypedAnswer {
  question: Question
  post: string
}

/** Publishes a typed answer as a memo; calls back with the sent and the stored text. */
export function usePublishText(bid: string, onKept: (sent: string, kept: string) => void) {
  const { uid } = useMember()
  const invalidateMemos = useInvalidateMemos()
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
      return invalidateMemos()
    },
    onError: useRefreshDates(),
  })
}

/** Uploads a full page as the answer to one question. */
export function usePageUpload(bid: string, qid: string) {
  const { uid } = useMember()
  return useUpload<Schemas['SubmittedPage'], { file: File }>({
    path: '/api/memo/page/publish',
    formOf: ({ file }) => {
      const form = new FormData()
      form.append('file', file)
      for (const [name, value] of Object.entries({ bid, uid, qid })) form.append(name, value)
      return form
    },
    onSuccess: useInvalidateMemos(),
    onError: useRefreshDates(),
  })
}

/** Sends the verification mail again. */
export function useSendVerification() {
  const { uid, email } = useMember()
  return useMutation({
    mutationFn: () => sendVerification({ uid, email, name: getStored('name') ?? '' }),
  })
}

export type ExtractionProgress = Schemas['ReadingProgressView']

/** Interval for polling the progress of long files, in milliseconds. Most forms are done before the first poll. */
const PROGRESS_POLL_INTERVAL_MS = 1000

const UNKNOWN_PROGRESS: ExtractionProgress = { step: 'none', page: 0, pages: 0 }

/** Progress of the server with an uploaded form, polled while it works. */
export function useExtractionProgress(
  name: string | undefined,
  isUploaded: boolean,
): ExtractionProgress {
  return useQuery({
    queryKey: submissionKeys.extraction(name),
    queryFn: () =>
      call(api.GET('/api/extract/{name}', { params: { path: { name: name as string } } })),
    enabled: name !== undefined && isUploaded,
    initialData: UNKNOWN_PROGRESS,
    staleTime: PROGRESS_POLL_INTERVAL_MS,
    refetchInterval: PROGRESS_POLL_INTERVAL_MS,
    refetchOnWindowFocus: false,
    retry: false,
    gcTime: 0,
  }).data
}

/** Interval for polling a hand-over on the tablet, in milliseconds. */
const HAND_OVER_POLL_INTERVAL_MS = 2000

/** Makes a code for this tablet; an earlier code expires. */
export const useOpenHandOver = (bid: string) =>
  useMutation({ mutationFn: () => call(api.POST('/api/hand-over', { body: { bid } })) })

/** State of a hand-over. The server returns the extraction once, so polling stops after that. */
export const useHandOver = (code: string) =>
  useQuery({
    queryKey: submissionKeys.handOver(code),
    queryFn: () => call(api.GET('/api/hand-over/{code}', { params: { path: { code } } })),
    refetchInterval: ({ state }) =>
      state.data?.step === 'read' || isNotFound(state.error) ? false : HAND_OVER_POLL_INTERVAL_MS,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Book that the tablet waits with. */
export const useHandOverBook = (code: string) =>
  useQuery({
    queryKey: submissionKeys.handOverBook(code),
    queryFn: () => call(api.GET('/api/hand-over/{code}/book', { params: { path: { code } } })),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Uploads a form to the waiting tablet. */
export const useSendHandOver = (code: string) =>
  useUpload<Schemas['HandedOver'], { file: File }>({
    path: `/api/hand-over/${encodeURIComponent(code)}/file`,
    retryAfterSent: false,
    formOf: ({ file }) => {
      const form = new FormData()
      form.append('file', file)
      return form
    },
  })

/** File in this browser, with the random name that its play and its submission share. */
export interface Source {
  file: File
  token: string
}

/** Position of the grid on every form. */
const GRID = { left: 750, top: 1245, width: 500, height: 490, viewportWidth: 1404 }

/** Pegs in a file, read once with the number of credits that were found. */
export function usePegs(bid: string, source: Source | undefined, credits: number) {
  const { email } = useMember()
  const plays = usePlaysPrizePeg()
  return useQuery({
    queryKey: prizeKeys.pegs(source?.token),
    queryFn: ({ signal }) => {
      const form = new FormData()
      form.append('file', source?.file as File)
      for (const [name, value] of Object.entries(GRID)) form.append(name, String(value))
      form.append('email', email)
      form.append('credit', String(credits))
      form.append('bid', bid)
      const headers = { 'session-token': source?.token ?? '' }
      return upload<Schemas['ReadPegs']>(prizeUrl('/process-pdf'), form, { signal, headers })
    },
    enabled: plays && source !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
}

/** Fetches the number of a member's credits, past the cache: a payment may arrive at any moment. */
export async function fetchCredits(uid: string): Promise<number> {
  const params = { path: { named: uid } }
  return (await call(prizeApi.GET('/credits/{named}', { params }))).amt
}

/** Response to a draw. */
export type Draw = Schemas['DrawView']

/** Play stored in this browser. Without a draw it is still pending. */
export interface StoredPlay {
  play: string
  draw?: Draw
}

/** Draws a play whose draw failed before. */
export function useSubmitPlay(play: string, onDrawn: (entry: StoredPlay) => void) {
  const email = useSession()?.email ?? ''
  return useMutation({ mutationFn: () => submitPlay(email, play), onSuccess: onDrawn })
}

/** Draws the play and stores the result; a play that could not be drawn stays pending. */
async function submitPlay(email: string, play: string): Promise<StoredPlay> {
  const entry: StoredPlay = { play }
  try {
    entry.draw = await call(prizeApi.POST('/deduct-credit', { body: { email, play } }))
  } catch (error) {
    logOnly(error)
  }
  setStored({ prizepeg: JSON.stringify(entry) })
  return entry
}

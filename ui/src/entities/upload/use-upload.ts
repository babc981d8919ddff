import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { upload } from '../../api/upload'
import { isTransient, isUnreachable } from '../../lib/api-error'
import { withBasePath } from '../../lib/base'
import { randomId } from '../../lib/random-id'

/** Poor Wi-Fi comes back: seconds to wait before each new attempt. */
const RETRY_DELAYS_S = [1, 3, 9]

/** Where posts are made, the server answers the same name with its first answer, and stores nothing twice. */
const KEY = 'idempotency-key'

/** How far a file is on its way. */
export type UploadState =
  | { step: 'sending'; percent: number }
  /** The connection is lost; the next attempt comes by itself. */
  | { step: 'waiting' }
  /** The server has all of it, and works. */
  | { step: 'processing' }
  /** Nothing is wrong with the file: the same can be sent again. */
  | { step: 'failed'; error: Error }

const START: UploadState = { step: 'sending', percent: 0 }

export const isUnderWay = (state: UploadState | undefined) =>
  state !== undefined && state.step !== 'failed'

interface Uploading<Data, Sent> {
  path: string
  formOf(sent: Sent): FormData
  /** What it throws counts as a failure of the upload. */
  onSuccess?(data: Data, sent: Sent): unknown
  onSettled?(): void
  /** Whether a file that was sent whole is sent again after an error: only where the server knows it by its name. */
  retryAfterSent?: false
}

/** Sends one file at a time, with patience. Every upload that is kept by the server goes this way. */
export function useUpload<Data, Sent extends { file: File }>(options: Uploading<Data, Sent>) {
  const { path, formOf, onSuccess, onSettled, retryAfterSent = true } = options
  const [state, setState] = useState<UploadState>(START)
  const cancel = useRef<AbortController>(undefined)
  const named = useRef<{ file: File; path: string; key: string }>(undefined)

  /** The same for as long as the same file is meant for the same place. */
  const keyOf = (file: File) => {
    if (named.current?.file !== file || named.current.path !== path) {
      named.current = { file, path, key: randomId() }
    }
    return named.current.key
  }

  const sending = useMutation({
    mutationFn: async (sent: Sent) => {
      cancel.current = new AbortController()
      const { signal } = cancel.current
      const headers = { [KEY]: keyOf(sent.file) }
      let wasSent = false
      const onProgress = (percent: number) => {
        wasSent = percent >= 100
        setState(wasSent ? { step: 'processing' } : { step: 'sending', percent })
      }
      for (let attempt = 0; ; attempt += 1) {
        setState(START)
        try {
          return await upload<Data>(withBasePath(path), formOf(sent), {
            headers,
            signal,
            onProgress,
          })
        } catch (error) {
          const pause = RETRY_DELAYS_S[attempt]
          const isOver = pause === undefined || (!retryAfterSent && wasSent)
          if (isOver || !isUnreachable(error)) throw error
          setState({ step: 'waiting' })
          await sleep(pause * 1000, signal)
        }
      }
    },
    onSuccess: async (data, sent) => {
      await onSuccess?.(data, sent)
      named.current = undefined
    },
    onSettled,
  })

  useEffect(() => () => cancel.current?.abort(), [])

  const { variables: sent, data, error, isPending, mutate, reset } = sending
  const failed: UploadState | undefined =
    error && isTransient(error) ? { step: 'failed', error } : undefined
  const send = (next: Sent) => {
    // What is left of the last one must not be seen.
    setState(START)
    mutate(next)
  }
  return {
    send,
    /** The same once more, under the same name. */
    retry: () => sent && send(sent),
    /** Also forgets what has come of it. */
    cancel: () => {
      cancel.current?.abort()
      reset()
    },
    sent,
    /** Under this name the server knows what was sent. */
    name: named.current?.key,
    state: isPending ? state : failed,
    /** What the server has against it. */
    refusal: failed ? null : error,
    data,
  }
}

/** Ends early when what waits is cancelled. */
const sleep = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

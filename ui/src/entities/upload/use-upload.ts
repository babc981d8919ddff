import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { upload } from '../../api/upload'
import { isTransient, isUnreachable } from '../../lib/api-error'
import { withBasePath } from '../../lib/base'
import { randomId } from '../../lib/random-id'

/** Delays before each new attempt, in seconds. */
const RETRY_DELAYS_S = [1, 3, 9]

/**
 * Header with an idempotency key: the server answers a repeated upload with its first response and
 * stores nothing twice.
 */
const KEY = 'idempotency-key'

/** State machine of an upload: sending, waiting and processing, until it succeeds or fails. */
export type UploadState =
  | { step: 'sending'; percent: number }
  /** The connection is lost; the next attempt starts automatically. */
  | { step: 'waiting' }
  /** The server has the whole file and processes it. */
  | { step: 'processing' }
  /** The file is fine: the same upload can be retried. */
  | { step: 'failed'; error: Error }

const START: UploadState = { step: 'sending', percent: 0 }

export const isUnderWay = (state: UploadState | undefined) =>
  state !== undefined && state.step !== 'failed'

interface Uploading<Data, Sent> {
  path: string
  formOf(sent: Sent): FormData
  /** An exception counts as a failure of the upload. */
  onSuccess?(data: Data, sent: Sent): unknown
  onError?(error: Error): void
  onSettled?(): void
  /**
   * `false` if a file that was sent completely must not be sent again, because the server ignores
   * the idempotency key.
   */
  retryAfterSent?: false
}

/** Uploads one file at a time, with retries. All uploads that the server stores use it. */
export function useUpload<Data, Sent extends { file: File }>(options: Uploading<Data, Sent>) {
  const { path, formOf, onSuccess, onError, onSettled, retryAfterSent = true } = options
  const [state, setState] = useState<UploadState>(START)
  const cancel = useRef<AbortController>(undefined)
  const named = useRef<{ file: File; path: string; key: string }>(undefined)

  /** Idempotency key: the same for as long as the same file goes to the same path. */
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
    onError,
    onSettled,
  })

  useEffect(() => () => cancel.current?.abort(), [])

  const { variables: sent, data, error, isPending, mutate, reset } = sending
  const failed: UploadState | undefined =
    error && isTransient(error) ? { step: 'failed', error } : undefined
  const send = (next: Sent) => {
    // The state of the previous upload must not be visible.
    setState(START)
    mutate(next)
  }
  return {
    send,
    /** Sends the same file again under the same key. */
    retry: () => sent && send(sent),
    /** Aborts the upload and clears its result. */
    cancel: () => {
      cancel.current?.abort()
      reset()
    },
    sent,
    /** Name under which the server knows the upload. */
    name: named.current?.key,
    state: isPending ? state : failed,
    /** Reason why the server refused the file. */
    refusal: failed ? null : error,
    data,
  }
}

/** Resolves after a delay, or as soon as the signal is aborted. */
const sleep = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

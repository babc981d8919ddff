import { ApiError } from '../lib/api-error'
import { XSRF_HEADER, xsrfToken } from './client'

/** Time without progress after which the connection counts as lost, in milliseconds. */
const STALL_TIMEOUT_MS = 30_000

interface UploadOptions {
  /** Called with 0 to 100 as bytes are sent. */
  onProgress?(percent: number): void
  signal: AbortSignal
  headers?: Record<string, string>
}

/** Sends a multipart form with XMLHttpRequest, because `fetch` doesn't report upload progress. */
export function upload<Data>(
  url: string,
  form: FormData,
  { onProgress, signal, headers = {} }: UploadOptions,
): Promise<Data> {
  const cancelled = new ApiError(0, { error: 'Upload cancelled.', code: 'cancelled' })
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(cancelled)
    const request = new XMLHttpRequest()
    let stalled: ReturnType<typeof setTimeout> | undefined
    const watch = () => {
      clearTimeout(stalled)
      stalled = setTimeout(lose, STALL_TIMEOUT_MS)
    }
    const lose = () => {
      clearTimeout(stalled)
      reject(ApiError.unreachable())
      request.abort()
    }
    request.open('POST', url)
    // Cookies go to another port of this host only with this flag.
    request.withCredentials = true
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.setRequestHeader(XSRF_HEADER, xsrfToken())
    request.upload.onprogress = (event) => {
      watch()
      if (event.lengthComputable) onProgress?.(Math.round((event.loaded / event.total) * 100))
    }
    // All bytes are sent: the server may take any time to process them.
    request.upload.onload = () => clearTimeout(stalled)
    request.onload = () => {
      clearTimeout(stalled)
      const body = parse(request.responseText)
      if (request.status >= 200 && request.status < 300) resolve(body as Data)
      else reject(ApiError.fromResponse(request.status, body))
    }
    request.onerror = lose
    request.onabort = () => {
      clearTimeout(stalled)
      reject(cancelled)
    }
    signal.addEventListener('abort', () => request.abort())
    watch()
    request.send(form)
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

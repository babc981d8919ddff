import { ApiError } from '../lib/api-error'
import { XSRF_HEADER, xsrfToken } from './client'

/** Nothing has moved for so long: the connection is lost, though nobody says so. In milliseconds. */
const STALL_TIMEOUT_MS = 30_000

interface UploadOptions {
  /** Called with 0 to 100 as bytes leave. */
  onProgress?(percent: number): void
  signal: AbortSignal
  headers?: Record<string, string>
}

/** Sends a multipart form. `fetch` cannot tell how far an upload is, so this is XMLHttpRequest. */
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
    // Cookies go to another port of this host only when they are told to.
    request.withCredentials = true
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.setRequestHeader(XSRF_HEADER, xsrfToken())
    request.upload.onprogress = (event) => {
      watch()
      if (event.lengthComputable) onProgress?.(Math.round((event.loaded / event.total) * 100))
    }
    // From here on it is the server that works, for as long as it takes.
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

import { ApiError } from './error'
import { XSRF_HEADER, xsrfToken } from './xsrf'

interface UploadOptions {
  /** Called with 0 to 100 as bytes leave. */
  onProgress?(percent: number): void
  signal: AbortSignal
  headers?: Record<string, string>
}

/** Sends a multipart form. `fetch` cannot tell how far an upload is, so this is XMLHttpRequest. */
export function upload<Data>(
  path: string,
  form: FormData,
  { onProgress, signal, headers = {} }: UploadOptions,
): Promise<Data> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    // Cookies go to another port of this host only when they are told to.
    request.withCredentials = true
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.setRequestHeader(XSRF_HEADER, xsrfToken())
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress?.(Math.round((event.loaded / event.total) * 100))
    }
    request.onload = () => {
      const body = parse(request.responseText)
      if (request.status >= 200 && request.status < 300) resolve(body as Data)
      else reject(ApiError.fromResponse(request.status, body))
    }
    request.onerror = () => reject(ApiError.unreachable())
    request.onabort = () =>
      reject(new ApiError(0, { error: 'Upload cancelled.', code: 'cancelled' }))
    signal.addEventListener('abort', () => request.abort())
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

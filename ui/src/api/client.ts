import createClient from 'openapi-fetch'
import { withBasePath } from '../lib/base'
import { markOffline, markOnline } from '../lib/connection'
import { ApiError, isUnreachable } from './error'
import type { paths } from './schema'
import { XSRF_HEADER, xsrfToken } from './xsrf'

/** Sends a call once more when the server refused it for want of a cookie that it sent along. */
export async function send(request: Request): Promise<Response> {
  const token = xsrfToken()
  const again = request.clone()
  request.headers.set(XSRF_HEADER, token)
  const response = await fetch(request)
  if (response.status !== 403 || xsrfToken() === token) return response
  again.headers.set(XSRF_HEADER, xsrfToken())
  return fetch(again)
}

/** Basic pages are drawn where there is no server to call. */
const SITE = import.meta.env.SSR ? '' : window.location.origin + withBasePath('')

/** The typed client: `api.POST('/signin', { body })`. Wrap each call in [`call`]. */
export const api = createClient<paths>({ baseUrl: SITE, fetch: send })

interface Answer<Data> {
  data?: Data
  error?: unknown
  response: Response
}

/** What the server answered, or an [`ApiError`]. */
export async function call<Data>(answer: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await answer.catch(() => {
    markOffline()
    throw ApiError.unreachable()
  })
  if (response.ok) {
    markOnline()
    return data as Data
  }
  const refusal = ApiError.fromResponse(response.status, error)
  // A proxy may answer for a server that is away.
  if (isUnreachable(refusal)) markOffline()
  else markOnline()
  throw refusal
}

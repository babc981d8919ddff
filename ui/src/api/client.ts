import createClient from 'openapi-fetch'
import { ApiError } from './error'
import type { paths } from './schema'
import { XSRF_HEADER, xsrfToken } from './xsrf'

/** Sends a call once more when the server refused it for want of a cookie that it sent along. */
async function send(request: Request): Promise<Response> {
  const token = xsrfToken()
  const again = request.clone()
  request.headers.set(XSRF_HEADER, token)
  const response = await fetch(request)
  if (response.status !== 403 || xsrfToken() === token) return response
  again.headers.set(XSRF_HEADER, xsrfToken())
  return fetch(again)
}

/** The typed client: `api.POST('/signin', { body })`. Wrap each call in [`call`]. */
export const api = createClient<paths>({ baseUrl: window.location.origin, fetch: send })

interface Answer<Data> {
  data?: Data
  error?: unknown
  response: Response
}

/** What the server answered, or an [`ApiError`]. */
export async function call<Data>(answer: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await answer.catch(() => {
    throw ApiError.unreachable()
  })
  if (!response.ok) throw ApiError.fromResponse(response.status, error)
  return data as Data
}

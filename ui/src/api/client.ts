import createClient from 'openapi-fetch'
import { ApiError, isUnreachable } from '../lib/api-error'
import { withBasePath } from '../lib/base'
import { markOffline, markOnline } from '../lib/connection'
import { readCookie } from '../lib/cookie'
import { serverConfig } from '../lib/server-config'
import type { paths } from './schema'

/**
 * Sends a call, unless the page brought its response. Sends it again when the server refused it because its XSRF cookie was
 * missing.
 */
export async function send(request: Request): Promise<Response> {
  const sent = await responseFromPage(request)
  if (sent) return sent
  const token = xsrfToken()
  const again = request.clone()
  request.headers.set(XSRF_HEADER, token)
  const response = await fetch(request)
  if (response.status !== 403 || xsrfToken() === token) return response
  again.headers.set(XSRF_HEADER, xsrfToken())
  return fetch(again)
}

/** Empty for basic pages, which the build renders without a server. */
const SITE = import.meta.env.SSR ? '' : window.location.origin + withBasePath('')

/** The typed client: `api.POST('/signin', { body })`. Wrap each call in [`call`]. */
export const api = createClient<paths>({ baseUrl: SITE, fetch: send })

interface Answer<Data> {
  data?: Data
  error?: unknown
  response: Response
}

/** Resolves to the data of a response, or throws an [`ApiError`]. */
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
  // A proxy may answer while the server is down.
  if (isUnreachable(refusal)) markOffline()
  else markOnline()
  throw refusal
}

/**
 * CSRF header: repeats the readable cookie of the server in every call that changes something. Only
 * pages of the same origin can read it.
 */
export const XSRF_HEADER = 'X-XSRF-TOKEN'

export const xsrfToken = (): string => readCookie('XSRF-TOKEN') ?? ''

/** Time after which responses that came with the page are out of date, in milliseconds since it was asked for. */
const FRESH_FOR_MS = 20_000

/** Methods and paths of the calls that may begin or end a session. */
const SESSION_CHANGES =
  /^POST \/(sign(in(\/passkey)?|out)|register|api\/(tablet-sign-in\/\w+\/claim|guest-links\/[^/]+|guests\/(back|account|leave)))$/

/** Bodies of the responses that the server sent with the page, by call. */
let responses: Map<string, unknown> | undefined

/**
 * Response to a call that the server sent with the page, as the `initialData` of a query: the first paint shows it. A query
 * without finds its response when it sends the call, one paint later.
 *
 * @param call method, path and body, as `page_data.rs` spells them
 */
export const sentWithPage =
  <Data>(call: string) =>
  (): Data | undefined =>
    takeResponse(call) as Data | undefined

/** Response to a call that the server sent with the page, if it did. */
async function responseFromPage(request: Request): Promise<Response | undefined> {
  responses ??= readResponses()
  if (responses.size === 0) return undefined
  const { pathname, search } = new URL(request.url)
  const path = pathname.slice(serverConfig.base.length)
  if (SESSION_CHANGES.test(`${request.method} ${path}`)) responses.clear()
  const body = takeResponse(`${request.method} ${path}${search} ${await request.clone().text()}`)
  if (body === undefined) return undefined
  return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
}

/** Body of a response that came with the page. Each is used once. */
function takeResponse(call: string): unknown {
  responses ??= readResponses()
  if (performance.now() > FRESH_FOR_MS) responses.clear()
  const body = responses.get(call)
  responses.delete(call)
  return body
}

function readResponses(): Map<string, unknown> {
  if (import.meta.env.SSR) return new Map()
  const text = document.getElementById('page-data')?.textContent
  const sent: { call: string; body: unknown }[] = text ? JSON.parse(text) : []
  return new Map(sent.map(({ call, body }) => [call, body]))
}

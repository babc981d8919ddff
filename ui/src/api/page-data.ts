import { serverConfig } from '../lib/server-config'

/** Time after which responses that came with the page are out of date, in milliseconds since it was asked for. */
const FRESH_FOR_MS = 20_000

/** Calls after which the reader is somebody else. */
const SESSION_CHANGES = /^\/sign(in|out)$/

let responses: Map<string, string> | undefined

/** Response to a call that the server sent with the page, if it did. Each is used once. */
export async function sentWithPage(request: Request): Promise<Response | undefined> {
  responses ??= readResponses()
  if (responses.size === 0) return undefined
  const { pathname, search } = new URL(request.url)
  const path = pathname.slice(serverConfig.base.length)
  if (performance.now() > FRESH_FOR_MS || SESSION_CHANGES.test(path)) {
    responses.clear()
    return undefined
  }
  const call = `${request.method} ${path}${search} ${await request.clone().text()}`
  const body = responses.get(call)
  responses.delete(call)
  return body === undefined
    ? undefined
    : new Response(body, { headers: { 'content-type': 'application/json' } })
}

function readResponses(): Map<string, string> {
  const text = document.getElementById('page-data')?.textContent
  const sent: { call: string; body: unknown }[] = text ? JSON.parse(text) : []
  return new Map(sent.map(({ call, body }) => [call, JSON.stringify(body)]))
}

import { vi } from 'vitest'
import { CALM, PROFILE, STATISTICS, WEEKLY_QUESTION } from './fixtures'

type Body = Record<string, unknown>
type Reply = [status: number, body?: unknown]
type Handler = (body: Body, query: URLSearchParams, method: string) => Reply | Promise<Reply>

interface Call {
  path: string
  body: Body
  headers: Headers
}

/**
 * Fakes the server; a call without a handler fails the test. Has default handlers for the profile,
 * the reminder, the questions of the week, the admin overview and its statistics, and the keepers and
 * the question of the week of a book.
 */
export function serve(handlers: Record<string, Handler>) {
  const calls: Call[] = []
  const all: Record<string, Handler> = {
    '/query-profile': () => [200, PROFILE],
    '/api/account/reminder': () => [200, { reminder: null }],
    '/api/account/weekly-questions': () => [200, { questions: [], mailedAnswers: 0 }],
    '/api/admin/overview': () => [200, CALM],
    '/api/admin/statistics': () => [200, STATISTICS],
    '/api/admin/books/b1/keepers': () => [200, []],
    '/api/admin/books/b1/weekly-question': () => [200, WEEKLY_QUESTION],
    ...handlers,
  }
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url)
    const text = await request.text()
    const body: Body = text ? JSON.parse(text) : {}
    calls.push({ path: pathname, body, headers: request.headers })
    const handler = all[pathname]
    if (!handler) throw new Error(`Nobody answers ${pathname}.`)
    const [status, answer] = await handler(body, searchParams, request.method)
    return new Response(answer === undefined ? null : JSON.stringify(answer), {
      status,
      headers: answer === undefined ? {} : { 'content-type': 'application/json' },
    })
  })
  return {
    calls,
    bodiesOf: (path: string) => calls.filter((c) => c.path === path).map((c) => c.body),
  }
}

export const refusal = (code: string, error: string, fields?: Record<string, string>) => ({
  error,
  msg: error,
  code,
  fields,
})

/** Upload whose progress and response are controlled by the test. */
export class FakeUpload {
  static last: FakeUpload | undefined
  upload: { onprogress?: (event: ProgressEvent) => void; onload?: () => void } = {}
  status = 0
  responseText = ''
  path = ''
  form: FormData | undefined
  headers: Record<string, string> = {}
  aborted = false
  onload = () => {}
  onerror = () => {}
  onabort = () => {}

  open(_method: string, path: string) {
    this.path = path
    FakeUpload.last = this
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  send(form: FormData) {
    this.form = form
  }
  abort() {
    this.aborted = true
    this.onabort()
  }

  progress(percent: number) {
    this.upload.onprogress?.({
      lengthComputable: true,
      loaded: percent,
      total: 100,
    } as ProgressEvent)
  }
  /** Simulates a lost connection. */
  lose() {
    this.onerror()
  }
  answer(status: number, body: unknown) {
    this.status = status
    this.responseText = JSON.stringify(body)
    this.onload()
  }
}

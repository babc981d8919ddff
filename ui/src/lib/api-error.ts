import type { components } from '../api/schema'

type ErrorBody = components['schemas']['ErrorBody']

/** Error response of the server, or a failed request without a response. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** Key of the message; empty for failed requests. */
  readonly key: string
  /** Problems by form field. */
  readonly fields: Record<string, string>

  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.error || body.msg || '')
    this.name = 'ApiError'
    this.status = status
    this.code = body.code ?? 'unknown'
    this.key = body.key ?? ''
    this.fields = body.fields ?? {}
  }

  /** Error made of a response of the server, or of a proxy whose server is down. */
  static fromResponse(status: number, body: unknown): ApiError {
    if (isErrorBody(body)) return new ApiError(status, body)
    return status >= 502 && status <= 504 ? ApiError.unreachable() : new ApiError(status, {})
  }

  static unreachable(): ApiError {
    return new ApiError(0, { error: 'Inkfold can’t be reached.', code: 'unreachable' })
  }
}

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'error' in body

/** The error with its message at a field, for forms that name their fields otherwise than the server. */
export const atField = ({ status, message, code }: ApiError, field: string) =>
  new ApiError(status, { error: message, code, fields: { [field]: message } })

export const isUnreachable = (error: unknown) =>
  error instanceof ApiError && error.code === 'unreachable'

export const isSignedOut = (error: unknown) =>
  error instanceof ApiError && error.status === 401 && error.code === 'unauthenticated'

export const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404

export const isUnverified = (error: unknown) =>
  error instanceof ApiError && error.code === 'verification-required'

export const isUnaccepted = (error: unknown) =>
  error instanceof ApiError && error.code === 'acceptance-required'

export const isRecentSignInRequired = (error: unknown) =>
  error instanceof ApiError && error.code === 'recent-signin-required'

export const isSecondFactorRequired = (error: unknown) =>
  error instanceof ApiError && error.code === 'second-factor-required'

/** Whether the second step takes passkeys and recovery codes, but no app. */
export const isPasskeyRequired = (error: unknown) =>
  error instanceof ApiError && error.key === 'passkey-required'

export const isRateLimited = (error: unknown) =>
  error instanceof ApiError && error.code === 'rate-limited'

/** Whether answers were refused because their book is not open yet, or has closed. */
export const isOutsideDates = (error: unknown) =>
  error instanceof ApiError && (error.code === 'book-not-open' || error.code === 'book-closed')

/** Whether a retry may succeed. */
export const isTransient = (error: unknown) =>
  isUnreachable(error) || isRateLimited(error) || (error instanceof ApiError && error.status >= 500)

const FALLBACK_MESSAGE = 'Something went wrong. Please try again.'

/** Message of the server, or else a default. */
export const errorMessage = (error: unknown, otherwise = FALLBACK_MESSAGE): string =>
  (error instanceof ApiError && error.message) || otherwise

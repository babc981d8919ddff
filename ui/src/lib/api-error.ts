import type { components } from '../api/schema'

type ErrorBody = components['schemas']['ErrorBody']

/** A refusal in the server's words, or our own where no server answered. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** Refused form fields and why. */
  readonly fields: Record<string, string>

  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.error || body.msg || '')
    this.name = 'ApiError'
    this.status = status
    this.code = body.code ?? 'unknown'
    this.fields = body.fields ?? {}
  }

  /** The answer of a server, or of a proxy that has lost its server. */
  static fromResponse(status: number, body: unknown): ApiError {
    if (isErrorBody(body)) return new ApiError(status, body)
    return status >= 502 && status <= 504 ? ApiError.unreachable() : new ApiError(status, {})
  }

  static unreachable(): ApiError {
    return new ApiError(0, { error: 'Inkfold cannot be reached.', code: 'unreachable' })
  }
}

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'error' in body

export const isUnreachable = (error: unknown) =>
  error instanceof ApiError && error.code === 'unreachable'

export const isSignedOut = (error: unknown) =>
  error instanceof ApiError && error.status === 401 && error.code === 'signed-out'

export const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404

/** Refused for good, in words that the reader should see: trying again would not help. */
export const isDenied = (error: unknown) => error instanceof ApiError && error.status === 403

export const isUnverified = (error: unknown) =>
  error instanceof ApiError && error.code === 'verification-required'

export const isRecentSignInRequired = (error: unknown) =>
  error instanceof ApiError && error.code === 'recent-signin-required'

export const isSecondFactorRequired = (error: unknown) =>
  error instanceof ApiError && error.code === 'second-factor-required'

export const isRateLimited = (error: unknown) =>
  error instanceof ApiError && error.code === 'slow-down'

/** The same may go well the next time: nothing is wrong with what was sent. */
export const isTransient = (error: unknown) =>
  isUnreachable(error) || isRateLimited(error) || (error instanceof ApiError && error.status >= 500)

const NO_WORDS = 'Something went wrong. Please try again.'

/** What the server says to the reader; where it says nothing, what the place says. */
export const errorMessage = (error: unknown, otherwise = NO_WORDS): string =>
  (error instanceof ApiError && error.message) || otherwise

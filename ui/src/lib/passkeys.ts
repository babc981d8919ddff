/** Passkeys in this browser. The library that calls it is loaded with the first call. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { ApiError } from './api-error'
import { serverConfig } from './server-config'

/** JSON as the server describes it: the shape is known to the browser and to the server's library alone. */
type OpaqueJson = Record<string, never>

export type PasskeyObstacle = 'no-https' | 'elsewhere' | 'browser'

/** Reason why passkeys don't work on this page, if any. */
export function passkeyObstacle(): PasskeyObstacle | undefined {
  const { passkeyOrigin } = serverConfig
  if (!passkeyOrigin) return 'no-https'
  if (window.location.origin !== passkeyOrigin) return 'elsewhere'
  return 'PublicKeyCredential' in window && window.PublicKeyCredential ? undefined : 'browser'
}

/** Whether passkeys work on this page. */
export const passkeysAreOffered = () => passkeyObstacle() === undefined

/** Asks the browser for a new passkey. */
export async function createPasskey(options: OpaqueJson): Promise<OpaqueJson> {
  const { startRegistration } = await library()
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  return asOpaque(startRegistration({ optionsJSON }))
}

/** Asks the browser to prove a passkey. */
export async function getPasskey(options: OpaqueJson): Promise<OpaqueJson> {
  const { startAuthentication } = await library()
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  return asOpaque(startAuthentication({ optionsJSON }))
}

const library = () =>
  import('@simplewebauthn/browser').catch(() => {
    throw ApiError.unreachable()
  })

async function asOpaque(credential: Promise<object>): Promise<OpaqueJson> {
  try {
    return (await credential) as OpaqueJson
  } catch (error) {
    throw toApiError(error)
  }
}

const CANCELLED = 'passkey-cancelled'

/** Whether the person has cancelled the dialog of the browser, or let it time out. */
export const isPasskeyCancelled = (error: unknown) =>
  error instanceof ApiError && error.code === CANCELLED

/** The error, unless the person has cancelled the dialog of the browser. */
export const unlessCancelled = (error: Error | null) => (isPasskeyCancelled(error) ? null : error)

/** Messages about errors of the browser, by their names. */
const MESSAGES: Record<string, string> = {
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: 'Passkeys don’t work at this address.',
  NotSupportedError: 'This device can’t use passkeys.',
  ConstraintError: 'This device can’t check that it’s you. Set up a PIN or a fingerprint first.',
}

function toApiError(error: unknown): ApiError {
  const name = error instanceof Error ? error.name : ''
  const isCancelled = name === 'NotAllowedError' || name === 'AbortError'
  const code = isCancelled ? CANCELLED : 'passkey-failed'
  const message = MESSAGES[name] ?? 'The passkey didn’t work. Please try again.'
  return new ApiError(0, { error: message, code, key: code })
}

import * as library from '@simplewebauthn/browser'
import { vi } from 'vitest'
import type { components } from '../api/schema'
import { serverConfig } from '../lib/server-config'

type Schemas = components['schemas']

export const PASSKEY: Schemas['PasskeyView'] = {
  id: 'k1',
  name: 'Phone',
  createdAt: { _seconds: 0, _nanoseconds: 0 },
  usedAt: null,
}

/** Ceremony that a faked server has begun. */
export const CEREMONY = { ceremony: 'c1', options: { challenge: 'AAAA' } }

/** Response of the browser to `CEREMONY`, as it is sent to the server. */
export const PROOF = { ceremony: 'c1', credential: { id: 'cred' } }

/**
 * Makes passkeys work on the page of the test. The browser returns the credential of `PROOF`, or fails. The test's module
 * must mock the library: `vi.mock('@simplewebauthn/browser')`.
 */
export function offerPasskeys() {
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.spyOn(serverConfig, 'passkeyOrigin', 'get').mockReturnValue(window.location.origin)
  const credential = PROOF.credential as never
  return {
    create: vi.mocked(library.startRegistration).mockReset().mockResolvedValue(credential),
    get: vi.mocked(library.startAuthentication).mockReset().mockResolvedValue(credential),
  }
}

/** Error of a browser, such as `NotAllowedError` when its dialog is cancelled. */
export const browserError = (name: string) => Object.assign(new Error(name), { name })

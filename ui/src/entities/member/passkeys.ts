import { useMutation, useQuery } from '@tanstack/react-query'
import { api, call, sentWithPage } from '../../api/client'
import type { components } from '../../api/schema'
import { getPasskey } from '../../lib/passkeys'
import { reauthenticate } from './queries'

type Schemas = components['schemas']

export type Passkey = Schemas['PasskeyView']

export const passkeyKeys = { own: ['passkeys'] }

/** Passkeys of the member, oldest first. Fetches nothing unless enabled. */
export const usePasskeys = (enabled = true) =>
  useQuery({
    queryKey: passkeyKeys.own,
    queryFn: () => call(api.GET('/api/account/passkeys')),
    initialData: sentWithPage('GET /api/account/passkeys '),
    enabled,
  })

/** Asks the browser to prove a passkey of this community. The server accepts the proof once. */
export async function provePasskey(): Promise<Schemas['PasskeyProof']> {
  const { ceremony, options } = await call(api.POST('/api/passkeys'))
  return { ceremony, credential: await getPasskey(options) }
}

/** Confirms who is at the browser: with the password, or with a passkey. */
export const useReauthenticate = () =>
  useMutation({
    mutationFn: async (proof: Schemas['Credentials'] | 'passkey') => {
      if (proof !== 'passkey') return reauthenticate(proof)
      const body = await provePasskey()
      return call(api.POST('/reauthenticate/passkey', { body }))
    },
  })

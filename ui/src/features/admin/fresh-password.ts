import { useMutation } from '@tanstack/react-query'
import { api, call } from '../../api/client'
import type { components } from '../../api/schema'
import { isRecentSignInRequired } from '../../lib/api-error'
import { createStore } from '../../lib/create-store'

/** Called with whether the password was confirmed. */
type Answer = (given: boolean) => void

const pendingReauthentication = createStore<Answer | undefined>(undefined)

/** Runs a call. If the server requires the password, opens the dialog and runs the call again. */
export async function withFreshPassword<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!isRecentSignInRequired(error)) throw error
    const given = await new Promise<boolean>((resolve) => pendingReauthentication.set(resolve))
    if (!given) throw error
    return run()
  }
}

/** The call that waits for the password, if any. */
export const usePendingReauthentication = () => pendingReauthentication.use()

export function resolveReauthentication(given: boolean) {
  pendingReauthentication.get()?.(given)
  pendingReauthentication.set(undefined)
}

export const useReauthenticate = () =>
  useMutation({
    mutationFn: (body: components['schemas']['Credentials']) =>
      call(api.POST('/reauthenticate', { body })),
  })

import { useMutation } from '@tanstack/react-query'
import { api, call } from '../../api/client'
import type { components } from '../../api/schema'
import { isRecentSignInRequired } from '../../lib/api-error'
import { createStore } from '../../lib/create-store'

/** Answers whether the password was given. */
type Answer = (given: boolean) => void

const pendingReauthentication = createStore<Answer | undefined>(undefined)

/** Runs a call. Where the server wants the password first, the dialog asks for it and the call runs once more. */
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

/** The call that waits for the password, if one does. */
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

import { useMutation } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { api, call } from '../../api/client'
import { isRecentSignInRequired } from '../../api/error'
import type { components } from '../../api/schema'

/** Answers whether the password was given. */
type Answer = (given: boolean) => void

let waiting: Answer | undefined
const listeners = new Set<() => void>()

function wait(next: Answer | undefined) {
  waiting = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Runs a call. Where the server wants the password first, the dialog asks for it and the call runs once more. */
export async function withFreshPassword<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!isRecentSignInRequired(error)) throw error
    const given = await new Promise<boolean>((resolve) => wait(resolve))
    if (!given) throw error
    return run()
  }
}

/** The call that waits for the password, if one does. */
export const useWaiting = () => useSyncExternalStore(subscribe, () => waiting)

export function answer(given: boolean) {
  waiting?.(given)
  wait(undefined)
}

export const useReauthenticate = () =>
  useMutation({
    mutationFn: (body: components['schemas']['Credentials']) =>
      call(api.POST('/reauthenticate', { body })),
  })

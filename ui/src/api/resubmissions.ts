import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { logOnly } from '../lib/log'
import { serverConfig } from '../lib/server-config'
import { useMember } from '../lib/session'
import { call } from './client'
import { isSignedOut } from './error'
import { prizeApi } from './prize'
import type { components } from './schema'

/** How often a form of a book can be submitted again. */
export type ResubmissionAllowance = components['schemas']['RetriesView']

/** What is cached of the game. */
export const PRIZE = ['prize']
/** The part of it that changes with every submission. */
export const RETRIES = [...PRIZE, 'retries']

/** The most resubmissions of one book. */
export const MAX_RESUBMISSIONS = 10

/** Nothing where there is no game: everybody submits as often as they like. */
export function useRetries(bid: string): ResubmissionAllowance | undefined {
  const { email } = useMember()
  const { data } = useSuspenseQuery({
    queryKey: [...RETRIES, bid],
    queryFn: () => (serverConfig.playsPrizePeg ? check(email, bid) : null),
    // Another tab may have paid, or submitted.
    staleTime: 0,
  })
  return data ?? undefined
}

/** Where the game cannot be asked, forms are submitted all the same: the server decides about them. */
async function check(email: string, bid: string): Promise<ResubmissionAllowance | null> {
  try {
    return await call(
      prizeApi.POST('/check-retries', { body: { email, max: MAX_RESUBMISSIONS, bid } }),
    )
  } catch (error) {
    if (isSignedOut(error)) throw error
    logOnly(error)
    return null
  }
}

/** Takes a retry that costs nothing. */
export function useAddRetry(bid: string, onSuccess: () => void) {
  const { email } = useMember()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(prizeApi.POST('/add-retry', { body: { email, bid } })),
    onSuccess: () => {
      onSuccess()
      return queries.invalidateQueries({ queryKey: RETRIES })
    },
  })
}

import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { community } from '../lib/community'
import { useMember } from '../lib/session'
import { call } from './client'
import { prizeApi } from './prize'
import type { components } from './schema'

/** How often a form of a book can be submitted again. */
export type Retries = components['schemas']['RetriesView']

/** Everything of the game that is cached starts with this key. */
export const PRIZE = ['prize']

const MOST = 10

/** Nothing where there is no game: everybody submits as often as they like. */
export function useRetries(bid: string): Retries | undefined {
  const { email } = useMember()
  const { data } = useSuspenseQuery({
    queryKey: [...PRIZE, 'retries', bid],
    queryFn: () =>
      community.playsPrizePeg
        ? call(prizeApi.POST('/check-retries', { body: { email, max: MOST, bid } }))
        : null,
    // Another tab may have paid, or submitted.
    staleTime: 0,
  })
  return data ?? undefined
}

/** Takes a retry that costs nothing. */
export function useAddRetry(bid: string, onSuccess: () => void) {
  const { email } = useMember()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(prizeApi.POST('/add-retry', { body: { email, bid } })),
    onSuccess: () => {
      onSuccess()
      return queries.invalidateQueries({ queryKey: PRIZE })
    },
  })
}

import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../api/client'
import { prizeApi } from '../../api/prize'
import type { components } from '../../api/schema'

type Schemas = components['schemas']

export type NewPayout = Schemas['NewPayout']

/** The most resubmissions of one book. */
const MAX = 10

/** Claims the member's earliest win that nobody has claimed. */
export const useClaim = () =>
  useMutation({
    mutationFn: (body: NewPayout) => call(prizeApi.POST('/payout-details', { body })),
  })

/** How often the member can submit a form of the book again, and where that is paid. */
export const useRetries = (email: string, bid: string | null) =>
  useQuery({
    queryKey: ['retries', email, bid],
    queryFn: () =>
      call(prizeApi.POST('/check-retries', { body: { email, max: MAX, ...(bid ? { bid } : {}) } })),
    // Somebody who comes back from paying sees what is so now.
    staleTime: 0,
  })

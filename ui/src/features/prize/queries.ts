import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../api/client'
import type { components } from '../../api/schema'
import { MAX_RESUBMISSIONS, prizeApi, prizeKeys } from '../../entities/prize/queries'

type Schemas = components['schemas']

export type NewPayout = Schemas['NewPayout']

/** The win that would be claimed next; null when there is none. */
export const useWin = () =>
  useQuery({ queryKey: prizeKeys.win, queryFn: () => call(prizeApi.GET('/api/prize/win')) })

/** Claims the member's earliest win that nobody has claimed. */
export const useClaim = () =>
  useMutation({
    mutationFn: (body: NewPayout) => call(prizeApi.POST('/payout-details', { body })),
  })

/** How often the member can submit a form of the book again, and where that is paid. */
export const useCheckout = (email: string, bid: string | null) =>
  useQuery({
    queryKey: prizeKeys.checkout(email, bid),
    queryFn: () =>
      call(
        prizeApi.POST('/check-retries', {
          body: { email, max: MAX_RESUBMISSIONS, ...(bid ? { bid } : {}) },
        }),
      ),
    // Somebody who comes back from paying sees what is so now.
    staleTime: 0,
  })

import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../api/client'
import type { components } from '../../api/schema'
import { MAX_RESUBMISSIONS, prizeApi, prizeKeys } from '../../entities/prize/queries'

type Schemas = components['schemas']

export type NewPayout = Schemas['NewPayout']

/** Next win that can be claimed; null if there is none. */
export const useWin = () =>
  useQuery({ queryKey: prizeKeys.win, queryFn: () => call(prizeApi.GET('/api/prize/win')) })

/** Claims the member's earliest unclaimed win. */
export const useClaim = () =>
  useMutation({
    mutationFn: (body: NewPayout) => call(prizeApi.POST('/payout-details', { body })),
  })

/**
 * A day of the game; the current day if undefined. `check` is passed by the page, because the code
 * that checks draws is loaded only with it.
 */
export const useDay = <Checked>(
  day: string | undefined,
  check: (found: Schemas['FairnessView']) => Promise<Checked>,
) =>
  useQuery({
    queryKey: prizeKeys.draws(day),
    queryFn: async () => {
      const query = day === undefined ? {} : { day }
      return check(await call(prizeApi.GET('/api/prize/fairness', { params: { query } })))
    },
  })

/** Number of resubmissions that are left for a book, and the address of the payment page. */
export const useCheckout = (email: string, bid: string | null) =>
  useQuery({
    queryKey: prizeKeys.checkout(email, bid),
    queryFn: () =>
      call(
        prizeApi.POST('/check-retries', {
          body: { email, max: MAX_RESUBMISSIONS, ...(bid ? { bid } : {}) },
        }),
      ),
    // Fresh after the payment.
    staleTime: 0,
  })

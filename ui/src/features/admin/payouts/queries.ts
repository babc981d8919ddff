import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { call } from '../../../api/client'
import type { components } from '../../../api/schema'
import { updateCached } from '../../../api/update-cached'
import { adminKeys, invalidateOverview } from '../../../entities/admin/queries'
import { withFreshPassword } from '../../../entities/member/FreshPasswordDialog'
import { prizeApi } from '../../../entities/prize/queries'
import { notify } from '../../../lib/notify'

type Schemas = components['schemas']

export type Payout = Schemas['PayoutView']

const payoutKeys = { all: [...adminKeys.all, 'payouts'] }

/** All payouts, newest first. Fetched whole, because a community has few. */
export const usePayouts = () =>
  useSuspenseQuery({
    queryKey: payoutKeys.all,
    queryFn: () => call(prizeApi.GET('/api/admin/payouts')),
  }).data

/** Decision of an admin on a payout. */
export interface Decision {
  payout: Payout
  verdict: Schemas['PayoutVerdict']
  /** Reason for the winner if it is rejected. */
  reason?: string
  /** Message after success. */
  done: string
}

/** Decides on a payout. Errors are reported by the caller. */
export function useDecide() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ payout, verdict, reason = '' }: Decision) => {
      const params = { path: { id: payout.id } }
      const body = { verdict, reason }
      return withFreshPassword(() =>
        call(prizeApi.POST('/api/admin/payouts/{id}/decide', { params, body })),
      )
    },
    onSuccess: (decided, { done }) => {
      updateCached<Payout[]>(queryClient, payoutKeys.all, (payouts) =>
        payouts.map((each) => (each.id === decided.id ? decided : each)),
      )
      void invalidateOverview(queryClient)
      notify({ message: done, tone: 'good' })
    },
  })
}

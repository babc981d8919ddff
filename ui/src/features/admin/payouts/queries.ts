import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { api, call } from '../../../api/client'
import type { components } from '../../../api/schema'
import { adminKeys, renewOverview } from '../../../entities/admin/queries'
import { prizeApi } from '../../../entities/prize/queries'
import { notify } from '../../../lib/notify'

type Schemas = components['schemas']

export type Payout = Schemas['PayoutView']

const payoutKeys = { all: [...adminKeys.all, 'payouts'] }

/** Every payout, newest first. All at once: a community has few, and each state is then one press away. */
export const usePayouts = () =>
  useSuspenseQuery({
    queryKey: payoutKeys.all,
    queryFn: () => call(prizeApi.GET('/api/admin/payouts')),
  }).data

/** What an admin wants to do about a payout. */
export interface Decision {
  payout: Payout
  verdict: Schemas['PayoutVerdict']
  /** For the winner, when it is rejected. */
  reason?: string
  /** What to say when it is done. */
  done: string
}

/** With what the server asks for when the admin signed in long ago. */
interface Proof {
  email: string
  password: string
}

export function useDecide() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ payout, verdict, reason = '', proof }: Decision & { proof?: Proof }) => {
      if (proof) await call(api.POST('/reauthenticate', { body: proof }))
      const params = { path: { id: payout.id } }
      const body = { verdict, reason }
      return call(prizeApi.POST('/api/admin/payouts/{id}/decide', { params, body }))
    },
    onSuccess: (decided, { done }) => {
      queryClient.setQueryData<Payout[]>(payoutKeys.all, (payouts) =>
        payouts?.map((each) => (each.id === decided.id ? decided : each)),
      )
      void renewOverview(queryClient)
      notify({ message: done, tone: 'good' })
    },
  })
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, call } from '../../../api/client'

const SECOND_FACTOR = ['second-factor']

export const useSecondFactor = () =>
  useQuery({
    queryKey: SECOND_FACTOR,
    queryFn: () => call(api.GET('/api/account/second-factor')),
  }).data

/** What every change of the second step needs. */
export interface Proof {
  email: string
  password: string
}

/** The server lets nothing change without a password that was given just now. */
const prove = (body: Proof) => call(api.POST('/reauthenticate', { body }))

function useChanged() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: SECOND_FACTOR })
}

export const useBeginSecondFactor = () =>
  useMutation({
    mutationFn: async (proof: Proof) => {
      await prove(proof)
      return call(api.POST('/api/account/second-factor'))
    },
  })

export const useConfirmSecondFactor = () =>
  useMutation({
    mutationFn: (code: string) =>
      call(api.POST('/api/account/second-factor/confirm', { body: { code } })),
    onSuccess: useChanged(),
  })

export const useRenewRecoveryCodes = () =>
  useMutation({
    mutationFn: async ({ code, ...proof }: Proof & { code: string }) => {
      await prove(proof)
      return call(api.POST('/api/account/second-factor/renew', { body: { code } }))
    },
    onSuccess: useChanged(),
  })

export function useRemoveSecondFactor(onSuccess: () => void) {
  const changed = useChanged()
  return useMutation({
    mutationFn: async ({ code, ...proof }: Proof & { code: string }) => {
      await prove(proof)
      await call(api.POST('/api/account/second-factor/remove', { body: { code } }))
    },
    onSuccess: () => {
      changed()
      onSuccess()
    },
  })
}

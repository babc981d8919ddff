import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { api, call } from '../../../api/client'
import type { components } from '../../../api/schema'
import { adminKeys } from '../../../entities/admin/queries'
import { notify, notifyFailure } from '../../../lib/notify'

type Schemas = components['schemas']

export type Application = Schemas['ApplicationView']

const applicationKeys = { all: [...adminKeys.all, 'applications'] }

/** Applications that wait for a decision, oldest first. */
export const useApplications = (): Application[] =>
  useSuspenseQuery({
    queryKey: applicationKeys.all,
    queryFn: () => call(api.GET('/api/admin/applications')),
    staleTime: 0,
  }).data

/** Accepts or declines an applicant. */
export function useDecide({ uid, name }: Application, onDecided: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (accept: boolean) =>
      call(
        api.POST('/api/admin/applications/{uid}', { params: { path: { uid } }, body: { accept } }),
      ),
    onSuccess: (_, accept) => {
      const message = accept ? `${name} is a member now.` : `${name} is declined.`
      onDecided()
      notify({ message, tone: 'good' })
      return queryClient.invalidateQueries({ queryKey: adminKeys.all })
    },
    onError: (error) => {
      notifyFailure('The decision could not be saved.', error)
      // Another admin may have been faster.
      void queryClient.invalidateQueries({ queryKey: applicationKeys.all })
    },
  })
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, call, sentWithPage } from '../../../api/client'
import type { components } from '../../../api/schema'
import { updateCached } from '../../../api/update-cached'
import { withFreshPassword } from '../../../entities/member/FreshPasswordDialog'
import { notify } from '../../../lib/notify'

type Schemas = components['schemas']

export type ApiToken = Schemas['ApiTokenView']

const apiTokenKeys = { own: ['api-tokens'] }

/** API tokens of the member, oldest first. */
export const useApiTokens = () =>
  useQuery({
    queryKey: apiTokenKeys.own,
    queryFn: () => call(api.GET('/api/account/api-tokens')),
    initialData: sentWithPage('GET /api/account/api-tokens '),
  })

export function useCreateApiToken() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Schemas['NewApiTokenForm']) =>
      withFreshPassword(() => call(api.POST('/api/account/api-tokens', { body }))),
    // Fetched again, because expired tokens may have made room for it.
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: apiTokenKeys.own }),
    // The text of the token is not kept once the dialog is closed.
    gcTime: 0,
  })
}

export function useRevokeApiToken({ id, name }: ApiToken, onRevoked: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () =>
      call(api.DELETE('/api/account/api-tokens/{id}', { params: { path: { id } } })),
    onSuccess: () => {
      updateCached<ApiToken[]>(queryClient, apiTokenKeys.own, (all) =>
        all.filter((each) => each.id !== id),
      )
      notify({ message: `${name} is revoked.`, tone: 'good' })
      onRevoked()
    },
  })
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, call } from '../../../api/client'
import { updateCached } from '../../../api/update-cached'
import { withFreshPassword } from '../../../entities/member/FreshPasswordDialog'
import { type Passkey, passkeyKeys } from '../../../entities/member/passkeys'
import { notify } from '../../../lib/notify'
import { createPasskey } from '../../../lib/passkeys'

/** Makes a passkey in this browser and registers it. */
export function useAddPasskey(onAdded: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (name: string) => {
      const begin = () => call(api.POST('/api/account/passkeys'))
      const { ceremony, options } = await withFreshPassword(begin)
      const credential = await createPasskey(options)
      const body = { ceremony, credential, name }
      return call(api.POST('/api/account/passkeys/confirm', { body }))
    },
    onSuccess: (added) => {
      updateCached<Passkey[]>(queryClient, passkeyKeys.own, (all) => [...all, added])
      notify({ message: 'Your passkey is ready. You can sign in with it now.', tone: 'good' })
      onAdded()
    },
  })
}

export function useRenamePasskey(id: string, onRenamed: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (name: string) =>
      call(api.POST('/api/account/passkeys/{id}', { params: { path: { id } }, body: { name } })),
    onSuccess: (renamed) => {
      updateCached<Passkey[]>(queryClient, passkeyKeys.own, (all) =>
        all.map((each) => (each.id === id ? renamed : each)),
      )
      onRenamed()
    },
  })
}

export function useRemovePasskey({ id, name }: Passkey, onRemoved: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () =>
      withFreshPassword(() =>
        call(api.DELETE('/api/account/passkeys/{id}', { params: { path: { id } } })),
      ),
    onSuccess: () => {
      updateCached<Passkey[]>(queryClient, passkeyKeys.own, (all) =>
        all.filter((each) => each.id !== id),
      )
      notify({ message: `${name} is removed.`, tone: 'good' })
      onRemoved()
    },
  })
}

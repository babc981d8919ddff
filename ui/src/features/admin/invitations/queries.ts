import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { api, call } from '../../../api/client'
import type { components } from '../../../api/schema'
import { updateCached } from '../../../api/update-cached'
import { adminKeys } from '../../../entities/admin/queries'
import { ApiError, atField } from '../../../lib/api-error'
import { notify, notifyFailure } from '../../../lib/notify'
import { saveFile } from '../../../lib/save-file'

type Schemas = components['schemas']

export type Invitation = Schemas['InvitationView']

const invitationKeys = { all: [...adminKeys.all, 'invitations'] }

/** Invitations to the books that the member keeps, newest first; all of them for admins. */
export const useInvitations = (): Invitation[] =>
  useSuspenseQuery({
    queryKey: invitationKeys.all,
    queryFn: () => call(api.GET('/api/admin/invitations')),
    // Newcomers may have used some.
    staleTime: 0,
  }).data

/** Creates an invitation. */
export function useInvite(onCreated: (invitation: Invitation) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Schemas['InvitationRequest']) =>
      call(api.POST('/api/admin/invitations', { body })).catch((error) => {
        throw error instanceof ApiError && error.fields.book ? atField(error, 'bid') : error
      }),
    onSuccess: (created) => {
      updateCached<Invitation[]>(queryClient, invitationKeys.all, (all) => [created, ...all])
      onCreated(created)
    },
  })
}

/** Withdraws an invitation. */
export function useWithdraw({ id }: Invitation, onSettled: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () =>
      call(api.POST('/api/admin/invitations/{id}/revoke', { params: { path: { id } } })),
    onSuccess: (withdrawn) => {
      updateCached<Invitation[]>(queryClient, invitationKeys.all, (all) =>
        all.map((each) => (each.id === id ? withdrawn : each)),
      )
      notify({ message: 'The invitation is withdrawn.', tone: 'good' })
    },
    onError: (error) => notifyFailure('The invitation could not be withdrawn.', error),
    onSettled,
  })
}

/** Saves the cards of an invitation as a PDF. Fetched whole, so that an error can be shown. */
export const useCards = ({ id }: Invitation) =>
  useMutation({
    mutationFn: () =>
      call(
        api.GET('/api/admin/invitations/{id}/cards.pdf', {
          params: { path: { id } },
          parseAs: 'blob',
        }),
      ),
    onSuccess: (file) => saveFile(file as Blob, 'invitations.pdf'),
  })

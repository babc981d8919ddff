import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, call } from '../../../api/client'
import { errorMessage } from '../../../lib/api-error'
import { formatDay, toDate } from '../../../lib/format'
import { notify } from '../../../lib/notify'
import { type Member, updateMember } from './queries'

interface Suspension {
  uid: string
  days: number
  /** Message to the member; may be empty. */
  why: string
}

/** Suspends a member, who can then only read until the end of the suspension. */
export function useSuspend(onSuspended: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ uid, ...body }: Suspension) =>
      call(api.POST('/api/admin/members/{uid}/suspend', { params: { path: { uid } }, body })),
    onSuccess: (member) => {
      updateMember(queryClient, member)
      onSuspended()
      notify({ message: suspendedMessage(member), tone: 'good' })
    },
  })
}

const suspendedMessage = ({ name, suspension }: Member) =>
  suspension
    ? `${name} is suspended until ${formatDay(toDate(suspension.until))}.`
    : `${name} is suspended.`

export function useEndSuspension() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (uid: string) =>
      call(api.POST('/api/admin/members/{uid}/release', { params: { path: { uid } } })),
    onSuccess: (member) => {
      updateMember(queryClient, member)
      notify({ message: `The suspension of ${member.name} has ended.`, tone: 'good' })
    },
    onError: (error) => notify({ message: errorMessage(error), tone: 'error' }),
  })
}

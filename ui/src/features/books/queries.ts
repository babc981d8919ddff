import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { api, call } from '../../api/client'
import { notify } from '../../lib/notify'
import { forgetMember } from '../../lib/storage'
import { paths } from '../../paths'

/** Makes a private link for the guest. The earlier one stops working. */
export const useRenewPrivateLink = (onMade: () => void) =>
  useMutation({
    mutationFn: () => call(api.POST('/api/guests/private-link')),
    onSuccess: onMade,
  })

/** Removes the guest with all answers that are in no published edition, and clears what this browser stores about them. */
export function useLeaveBook() {
  const queryClient = useQueryClient()
  const [, navigate] = useLocation()
  return useMutation({
    mutationFn: () => call(api.POST('/api/guests/leave')),
    onSuccess: () => {
      // First, because the page of the entries redirects to sign-in without a session.
      navigate(paths.home)
      forgetMember()
      queryClient.clear()
      notify({ message: 'You and your answers are removed.', tone: 'good' })
    },
  })
}

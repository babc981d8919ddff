import {
  queryOptions,
  useMutation,
  usePrefetchQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { api, call, sentWithPage } from '../../api/client'
import type { components } from '../../api/schema'
import { updateCached } from '../../api/update-cached'
import { notifyFailure } from '../../lib/notify'
import { memoKeys } from '../memo/queries'

type Schemas = components['schemas']

/** Prefix of the keys of all cached reminders and questions of the week. Below the memos, because each answer that is handed in leaves fewer open questions. */
const all = [...memoKeys.all, 'reminder']

export const reminderKeys = {
  all,
  own: (uid: string) => [...all, uid],
  preference: ['reminder-preference'],
}

const ownReminderQuery = (uid: string) =>
  queryOptions({
    queryKey: reminderKeys.own(uid),
    queryFn: () => call(api.GET('/api/account/reminder')),
  })

/**
 * Reminder that the member has not dismissed. Doesn't suspend, but is requested by the first render, so that it usually comes with
 * the data for which the rest of the page waits.
 */
export function useOwnReminder(uid: string) {
  usePrefetchQuery(ownReminderQuery(uid))
  return useQuery(ownReminderQuery(uid)).data?.reminder ?? undefined
}

export function useDismissReminder(uid: string, onDismissed: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.POST('/api/account/reminder/seen')),
    onSuccess: () => {
      updateCached<Schemas['OwnReminder']>(queryClient, reminderKeys.own(uid), () => ({
        reminder: null,
      }))
      onDismissed()
    },
    onError: (error) => notifyFailure('The reminder could not be dismissed.', error),
  })
}

/** Whether the member wants reminders. */
export const useReminderPreference = () =>
  useQuery({
    queryKey: reminderKeys.preference,
    queryFn: () => call(api.GET('/api/account/reminders')),
    initialData: sentWithPage('GET /api/account/reminders '),
  })

export function useChooseReminders(onSaved: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (wanted: boolean) => call(api.POST('/api/account/reminders', { body: { wanted } })),
    onSuccess: (saved) => {
      updateCached(queryClient, reminderKeys.preference, () => saved)
      // A member who wants none is not shown the last one either.
      void queryClient.invalidateQueries({ queryKey: reminderKeys.all })
      onSaved()
    },
  })
}

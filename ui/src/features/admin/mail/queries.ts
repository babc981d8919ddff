import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { api, call } from '../../../api/client'
import type { components } from '../../../api/schema'
import { adminKeys, invalidateOverview } from '../../../entities/admin/queries'
import { notify, notifyFailure } from '../../../lib/notify'

type Schemas = components['schemas']

export type Mail = Schemas['MailView']
type MailState = Schemas['MailState']

const all = [...adminKeys.all, 'mail']

const mailKeys = {
  all,
  list: (state: string | undefined) => [...all, state],
}

/** Mails that were sent or are queued, and whether mail is configured. */
export const useOutbox = (state: MailState | undefined) =>
  useSuspenseQuery({
    queryKey: mailKeys.list(state),
    queryFn: () => call(api.GET('/api/admin/mail', { params: { query: { state } } })),
    staleTime: 0,
  }).data

/** Sends a queued or failed mail now. */
export function useRetryMail() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Mail) =>
      call(api.POST('/api/admin/mail/{id}/retry', { params: { path: { id } } })),
    onSuccess: ({ to }) => notify({ message: `Sending the mail to ${to} again.`, tone: 'good' }),
    onError: (error) => notifyFailure('The mail could not be sent again.', error),
    onSettled: () => {
      void invalidateOverview(queryClient)
      return queryClient.invalidateQueries({ queryKey: mailKeys.all })
    },
  })
}

export const useTestMail = () =>
  useMutation({
    mutationFn: (to: string) => call(api.POST('/api/admin/mail/test', { body: { to } })),
  })

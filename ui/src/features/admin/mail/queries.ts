import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { ADMIN, renewOverview } from '../../../api/admin'
import { api, call } from '../../../api/client'
import { errorMessage } from '../../../api/error'
import type { components } from '../../../api/schema'
import { notify } from '../../../lib/notify'

type Schemas = components['schemas']

export type Mail = Schemas['MailView']
export type MailState = Schemas['MailState']

const MAIL = [...ADMIN, 'mail']

/** Mails that went out or should, and whether any go out at all. */
export const useOutbox = (state: MailState | undefined) =>
  useSuspenseQuery({
    queryKey: [...MAIL, state],
    queryFn: () => call(api.GET('/api/admin/mail', { params: { query: { state } } })),
    staleTime: 0,
  }).data

/** Has a mail sent now. */
export function useRetryMail() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Mail) =>
      call(api.POST('/api/admin/mail/{id}/retry', { params: { path: { id } } })),
    onSuccess: ({ to }) => notify({ words: `The mail to ${to} is tried again now.`, tone: 'good' }),
    onError: (error) => notify({ words: errorMessage(error), tone: 'error' }),
    onSettled: () => {
      void renewOverview(queries)
      return queries.invalidateQueries({ queryKey: MAIL })
    },
  })
}

export const useTestMail = () =>
  useMutation({
    mutationFn: (to: string) => call(api.POST('/api/admin/mail/test', { body: { to } })),
  })

import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { call } from '../../../api/client'
import type { components } from '../../../api/schema'
import { adminKeys } from '../../../entities/admin/queries'
import { withFreshPassword } from '../../../entities/member/FreshPasswordDialog'
import { prizeApi } from '../../../entities/prize/queries'
import { formatNumber, plural } from '../../../lib/format'
import { notify } from '../../../lib/notify'

type Schemas = components['schemas']

export type AdminPlay = Schemas['AdminPlayView']

interface PlayFilter {
  day: string | undefined
  uid: string | undefined
}

const playKeys = { list: (filter: PlayFilter) => [...adminKeys.all, 'plays', filter] }

/** Plays of a day or of a member, newest first; the default is the last day. */
export const usePlays = ({ day, uid }: PlayFilter): AdminPlay[] =>
  useSuspenseQuery({
    queryKey: playKeys.list({ day, uid }),
    queryFn: () => call(prizeApi.GET('/api/admin/plays', { params: { query: { day, uid } } })),
    staleTime: 0,
  }).data

/** Gives a member credits for resubmissions. */
export const useGiveCredits = (onGranted: () => void) =>
  useMutation({
    mutationFn: (body: Schemas['NewCredits']) =>
      withFreshPassword(() => call(prizeApi.POST('/api/admin/credits', { body }))),
    onSuccess: ({ balance }, { email, amount }) => {
      const message = plural(
        amount,
        '{email} got 1 credit, and has {balance} now.',
        '{email} got # credits, and has {balance} now.',
        { email, balance: formatNumber(balance) },
      )
      notify({ message, tone: 'good' })
      onGranted()
    },
  })

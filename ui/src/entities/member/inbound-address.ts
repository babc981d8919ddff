import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, call } from '../../api/client'
import type { components } from '../../api/schema'
import { serverConfig } from '../../lib/server-config'
import { useSession } from '../../lib/session'
import { memberKeys } from './queries'

/** Local parts of the addresses that a member can mail posts to. */
export type MailNames = components['schemas']['MailAddressView']

const own = (uid: string | undefined) => ({ params: { path: { uid: uid ?? '' } } })

/** The member's addresses for posts. Doesn't suspend, and fetches nothing where posting by mail is off. */
export function useMailNames(): MailNames | undefined {
  const uid = useSession()?.uid
  return useQuery({
    queryKey: memberKeys.inboundAddress(uid),
    queryFn: () => call(api.GET('/api/mail-address/{uid}', own(uid))),
    enabled: uid !== undefined && serverConfig.postHost !== undefined,
  }).data
}

/** Makes a secret address that replaces the previous one. */
export function useReplaceMailAddress(uid: string, onRenewed: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.POST('/api/mail-address/{uid}', own(uid))),
    onSuccess: (names) => {
      queryClient.setQueryData(memberKeys.inboundAddress(uid), names)
      onRenewed()
    },
  })
}

/** Turns the secret address off. */
export function useRemoveMailAddress(uid: string, onRemoved: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.POST('/api/mail-address/{uid}/remove', own(uid))),
    onSuccess: () => {
      onRemoved()
      return queryClient.invalidateQueries({ queryKey: memberKeys.inboundAddress(uid) })
    },
  })
}

/** Address that posts for a topic are mailed to. */
export const mailAddress = (name: string, topicCode: string) =>
  `${name}.${topicCode}@${serverConfig.postHost}`

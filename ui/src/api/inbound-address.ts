import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { serverConfig } from '../lib/server-config'
import { useSession } from '../lib/session'
import { api, call } from './client'
import type { components } from './schema'

/** What a member's addresses for posts begin with. */
export type MailNames = components['schemas']['MailAddressView']

const key = (uid: string | undefined) => ['mail-address', uid]

const own = (uid: string | undefined) => ({ params: { path: { uid: uid ?? '' } } })

/** The member's addresses, once they are known; nothing is asked where nobody posts by mail. Nothing waits for them. */
export function useMailNames(): MailNames | undefined {
  const uid = useSession()?.uid
  return useQuery({
    queryKey: key(uid),
    queryFn: () => call(api.GET('/api/mail-address/{uid}', own(uid))),
    enabled: uid !== undefined && serverConfig.postHost !== undefined,
  }).data
}

/** Makes a secret address, in the place of the one before. */
export function useRenewMailAddress(uid: string, onRenewed: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.POST('/api/mail-address/{uid}', own(uid))),
    onSuccess: (names) => {
      queries.setQueryData(key(uid), names)
      onRenewed()
    },
  })
}

/** Turns the secret address off. */
export function useRemoveMailAddress(uid: string, onRemoved: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.POST('/api/mail-address/{uid}/remove', own(uid))),
    onSuccess: () => {
      onRemoved()
      return queries.invalidateQueries({ queryKey: key(uid) })
    },
  })
}

/** Where pages for a topic are mailed to. */
export const mailAddress = (name: string, topicCode: string) =>
  `${name}.${topicCode}@${serverConfig.postHost}`

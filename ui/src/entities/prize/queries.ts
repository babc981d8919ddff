import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import createClient from 'openapi-fetch'
import { api, call, send } from '../../api/client'
import type { components, paths } from '../../api/schema'
import { isSignedOut } from '../../lib/api-error'
import { withBasePath } from '../../lib/base'
import { logOnly } from '../../lib/log'
import { serverConfig } from '../../lib/server-config'
import { useMember } from '../../lib/session'

/** The client for the prize game's calls: they may be asked at another port of this host. */
export const prizeApi = serverConfig.prizeHost
  ? createClient<paths>({
      baseUrl: serverConfig.prizeHost + withBasePath(''),
      fetch: send,
      credentials: 'include',
    })
  : api

/** A path of the game, for what is not sent by the client. */
export const prizeUrl = (path: string): string =>
  (serverConfig.prizeHost ?? '') + withBasePath(path)

/** How often a form of a book can be submitted again. */
export type ResubmissionAllowance = components['schemas']['RetriesView']

const all = ['prize']
const allRetries = [...all, 'retries']

/** Keys of what is cached of the game. */
export const prizeKeys = {
  all,
  /** What changes with every submission. */
  allRetries,
  retries: (bid: string) => [...allRetries, bid],
  pegs: (token: string | undefined) => [...all, 'pegs', token],
  checkout: (email: string, bid: string | null) => [...all, 'checkout', email, bid],
  win: [...all, 'win'],
  draws: (day: string | undefined) => [...all, 'draws', day],
}

/** The most resubmissions of one book. */
export const MAX_RESUBMISSIONS = 10

/** Nothing where there is no game: everybody submits as often as they like. */
export function useRetries(bid: string): ResubmissionAllowance | undefined {
  const { email } = useMember()
  const { data } = useSuspenseQuery({
    queryKey: prizeKeys.retries(bid),
    queryFn: () => (serverConfig.playsPrizePeg ? check(email, bid) : null),
    // Another tab may have paid, or submitted.
    staleTime: 0,
  })
  return data ?? undefined
}

/** Where the game cannot be asked, forms are submitted all the same: the server decides about them. */
async function check(email: string, bid: string): Promise<ResubmissionAllowance | null> {
  try {
    return await call(
      prizeApi.POST('/check-retries', { body: { email, max: MAX_RESUBMISSIONS, bid } }),
    )
  } catch (error) {
    if (isSignedOut(error)) throw error
    logOnly(error)
    return null
  }
}

/** Takes a retry that costs nothing. */
export function useAddRetry(bid: string, onSuccess: () => void) {
  const { email } = useMember()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(prizeApi.POST('/add-retry', { body: { email, bid } })),
    onSuccess: () => {
      onSuccess()
      return queryClient.invalidateQueries({ queryKey: prizeKeys.allRetries })
    },
  })
}

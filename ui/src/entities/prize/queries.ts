import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import createClient from 'openapi-fetch'
import { api, call, send } from '../../api/client'
import type { components, paths } from '../../api/schema'
import { isSignedOut } from '../../lib/api-error'
import { withBasePath } from '../../lib/base'
import { logOnly } from '../../lib/log'
import { serverConfig } from '../../lib/server-config'
import { useMember, usePlaysPrizePeg } from '../../lib/session'

/** Client for the calls of the prize game, which may run on another port of this host. */
export const prizeApi = serverConfig.prizeHost
  ? createClient<paths>({
      baseUrl: serverConfig.prizeHost + withBasePath(''),
      fetch: send,
      credentials: 'include',
    })
  : api

/** URL of a path of the game, for requests outside the client. */
export const prizeUrl = (path: string): string =>
  (serverConfig.prizeHost ?? '') + withBasePath(path)

/** Number of times that a form of a book can be submitted again. */
export type ResubmissionAllowance = components['schemas']['RetriesView']

const all = ['prize']
const allAllowances = [...all, 'allowances']

/** Query keys of the game. */
export const prizeKeys = {
  all,
  /** Everything that changes with a submission. */
  allAllowances,
  allowance: (bid: string) => [...allAllowances, bid],
  pegs: (token: string | undefined) => [...all, 'pegs', token],
  checkout: (email: string, bid: string | null) => [...all, 'checkout', email, bid],
  win: [...all, 'win'],
  draws: (day: string | undefined) => [...all, 'draws', day],
}

/** Maximum number of resubmissions per book. */
export const MAX_RESUBMISSIONS = 10

/** Resubmissions that are left; undefined without the game and for guests, where they are unlimited. */
export function useResubmissionAllowance(bid: string): ResubmissionAllowance | undefined {
  const { email } = useMember()
  const plays = usePlaysPrizePeg()
  const { data } = useSuspenseQuery({
    queryKey: prizeKeys.allowance(bid),
    queryFn: () => (plays ? fetchAllowance(email, bid) : null),
    // Another tab may have paid or submitted.
    staleTime: 0,
  })
  return data ?? undefined
}

/** Allows a submission when the game cannot be reached: the server makes the decision. */
async function fetchAllowance(email: string, bid: string): Promise<ResubmissionAllowance | null> {
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

/** Adds a free resubmission. */
export function useAddResubmission(bid: string, onSuccess: () => void) {
  const { email } = useMember()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(prizeApi.POST('/add-retry', { body: { email, bid } })),
    onSuccess: () => {
      onSuccess()
      return queryClient.invalidateQueries({ queryKey: prizeKeys.allAllowances })
    },
  })
}

import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { navigate } from 'wouter/use-browser-location'
import { isSignedOut, isUnreachable } from '../lib/api-error'
import { currentPath, withBasePath } from '../lib/base'
import { logOnly } from '../lib/log'
import { removeStored } from '../lib/storage'
import { paths } from '../paths'
import { api, call } from './client'

/** Removes the stored session after the server has ended it. Pages for members then redirect to sign-in. */
function forgetEndedSession(error: unknown) {
  if (isSignedOut(error)) removeStored('uid', 'email')
}

/** Redirects to sign-in, and back afterwards, when an action needs a session. */
function signInToAct(error: unknown) {
  forgetEndedSession(error)
  const last = currentPath()
  if (isSignedOut(error) && last.split('?')[0] !== paths.signIn()) {
    navigate(withBasePath(paths.signIn({ last })))
  }
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: forgetEndedSession }),
    mutationCache: new MutationCache({ onError: signInToAct }),
    defaultOptions: {
      // Browsers report "offline" in a network without internet, where the server can still be
      // reached.
      queries: {
        networkMode: 'always',
        staleTime: 10_000,
        retry: (failures, error) => isUnreachable(error) && failures < 1,
        retryDelay: 500,
      },
      mutations: { networkMode: 'always' },
    },
  })
}

let client: QueryClient | undefined

/** Query client of this tab, created on first use. */
export function queryClient(): QueryClient {
  client ??= createQueryClient()
  return client
}

/** Discards the query client, as a new tab would start. */
export function resetQueryClient() {
  client?.clear()
  client = undefined
}

/** Resets failed queries so that a retried page fetches them again. */
export const resetFailedQueries = () =>
  queryClient().resetQueries({ predicate: ({ state }) => state.status === 'error' })

/** Checks whether the server can be reached again, then refetches everything. */
export async function checkConnection() {
  await call(api.GET('/healthz'))
  await queryClient().invalidateQueries()
}

/** Ends the session on the server and clears the cache of this tab. */
export function endSession() {
  call(api.POST('/signout')).catch(logOnly)
  queryClient().clear()
}

import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { navigate } from 'wouter/use-browser-location'
import { isSignedOut, isUnreachable } from '../lib/api-error'
import { currentPath, withBasePath } from '../lib/base'
import { logOnly } from '../lib/log'
import { removeStored } from '../lib/storage'
import { paths } from '../paths'
import { api, call } from './client'

/** The session has ended on the server: forget it here too. Pages for members then ask for sign-in by themselves. */
function forgetEndedSession(error: unknown) {
  if (isSignedOut(error)) removeStored('uid', 'email')
}

/** What somebody wanted to do needs a session: they sign in and come back. */
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
      // A club room has no internet, and browsers then say "offline"; the server is there all the same.
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

/** What this tab has cached of the server. */
export function queryClient(): QueryClient {
  client ??= createQueryClient()
  return client
}

/** Forgets everything, as a new tab does. */
export function resetQueryClient() {
  client?.clear()
  client = undefined
}

/** Lets what has failed be asked for again by a page that is tried once more. */
export const resetFailedQueries = () =>
  queryClient().resetQueries({ predicate: ({ state }) => state.status === 'error' })

/** Asks whether the server is there again, and then for everything anew. */
export async function checkConnection() {
  await call(api.GET('/healthz'))
  await queryClient().invalidateQueries()
}

/** Ends the session on the server. Nothing of the member stays in this tab. */
export function endSession() {
  call(api.POST('/signout')).catch(logOnly)
  queryClient().clear()
}

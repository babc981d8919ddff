import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { navigate } from 'wouter/use-browser-location'
import { isSignedOut, isUnreachable } from '../lib/api-error'
import { currentPath, withBasePath } from '../lib/base'
import { removeStored } from '../lib/storage'
import { paths } from '../paths'

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

import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { navigate } from 'wouter/use-browser-location'
import { forget } from '../lib/storage'
import { paths } from '../paths'
import { isSignedOut, isUnreachable } from './error'

/** The session has ended on the server: forget it here too, and come back after sign-in. */
function onError(error: unknown) {
  if (!isSignedOut(error)) return
  forget('uid', 'email')
  const { pathname, search } = window.location
  if (pathname !== '/signin') navigate(paths.signIn({ last: pathname + search }))
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
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

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, call } from '../../api/client'
import { profileKey } from '../../api/profiles'
import type { components } from '../../api/schema'
import { logOnly } from '../../lib/log'
import { setStored } from '../../lib/storage'

type Schemas = components['schemas']

type ProfileChoices = Pick<
  Schemas['ProfileUpdate'],
  'handedness' | 'preferredTablets' | 'spokenLanguages'
>

/** Who has just registered and has not signed in yet. */
export interface Newcomer {
  uid: string
  email: string
  name: string
  token: string
}

export function useSignIn(onSuccess: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Schemas['SignInForm']) => call(api.POST('/signin', { body })),
    onSuccess: ({ uid, email, name, token, isAdmin }) => {
      setStored({ uid, email, name, token, isAdmin: String(isAdmin) })
      call(api.POST('/verify-token', { body: { idToken: token } })).catch(logOnly)
      // What a visitor has seen is not what a member sees.
      queries.clear()
      onSuccess()
    },
  })
}

export function useRegister(onSuccess: () => void) {
  return useMutation({
    mutationFn: (body: Schemas['NewAccount']) => call(api.POST('/register', { body })),
    onSuccess: ({ uid, token }, { email, extra: { name } }) => {
      setStored({ uid, email, name, token })
      onSuccess()
    },
  })
}

/** Saves the profile and asks for the verification mail. Either may fail: sign-in comes next anyway. */
export function useFinishRegistration(onSettled: () => void) {
  return useMutation({
    mutationFn: async ({ newcomer, profile }: { newcomer: Newcomer; profile: ProfileChoices }) => {
      const { uid, email, name, token } = newcomer
      const body = { uid, token, name, ...profile }
      await call(api.POST('/update-profile', { body })).catch(logOnly)
      await call(api.POST('/send-verify', { body: { name, email, uid, token } })).catch(logOnly)
    },
    onSettled,
  })
}

/** Saves the profile; every page that shows it has the new one at once. */
export function useUpdateProfile() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Schemas['ProfileUpdate']) => call(api.POST('/update-profile', { body })),
    onSuccess: (profile) => {
      queries.setQueryData(profileKey(profile.uid), profile)
      setStored({ name: profile.name })
    },
  })
}

/** Asks the server about one username; `undefined` asks nothing. */
export const useAvailability = (username: string | undefined) =>
  useQuery({
    queryKey: ['availability', username],
    queryFn: () => call(api.POST('/check-username', { body: { username: username ?? '' } })),
    enabled: username !== undefined,
    retry: false,
  })

/** Account that a verification link is about. Looking changes nothing. */
export const usePendingSignUp = (token: string) =>
  useQuery({
    queryKey: ['pending-sign-up', token],
    queryFn: () => call(api.POST('/pending-sign-up', { body: { token } })),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const useVerify = () =>
  useMutation({ mutationFn: (token: string) => call(api.POST('/verify', { body: { token } })) })

/** Deletes the account that somebody else made with the reader's address. */
export const useRejectSignUp = () =>
  useMutation({
    mutationFn: (token: string) => call(api.POST('/reject-sign-up', { body: { token } })),
  })

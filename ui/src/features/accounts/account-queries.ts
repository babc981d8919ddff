import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, call } from '../../api/client'
import { errorMessage } from '../../api/error'
import { PROFILES, type Profile, profileKey } from '../../api/profiles'
import type { components } from '../../api/schema'
import { notify } from '../../lib/notify'
import { serverConfig } from '../../lib/server-config'
import { setStored } from '../../lib/storage'

type Schemas = components['schemas']

export type Session = Schemas['SessionView']

const SESSIONS = ['sessions']

export const useForgotPassword = () =>
  useMutation({
    mutationFn: (body: Schemas['ForgottenPassword']) =>
      call(api.POST('/forgot-password', { body })),
  })

export const useResetPassword = () =>
  useMutation({
    mutationFn: (body: Schemas['PasswordReset']) => call(api.POST('/reset-password', { body })),
  })

interface AccountChange {
  username: string
  /** Empty when the password stays. */
  currentPassword?: string
  password?: string
}

/** Saves what of username and password is new: first the name, which somebody may have taken. */
export function useUpdateAccount(profile: Profile, onSuccess: (sent: AccountChange) => void) {
  const queries = useQueryClient()
  const { uid } = profile
  return useMutation({
    mutationFn: async ({ username, currentPassword = '', password = '' }: AccountChange) => {
      const wanted = username.trim()
      if (wanted !== profile.username) {
        const body = { uid, username: wanted }
        const changed = await call(api.POST('/update-username', { body }))
        // It stays, also when the password is refused.
        queries.setQueryData(profileKey(uid), { ...profile, username: changed.username })
      }
      if (!password) return
      const body = { uid, currentPassword, newPassword: password }
      await call(api.POST('/update-password', { body }))
    },
    onSuccess: (_, sent) => {
      queries.invalidateQueries({ queryKey: SESSIONS })
      onSuccess(sent)
    },
  })
}

export function useUpdateEmail(onSuccess: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Schemas['EmailUpdate']) => call(api.POST('/update-email', { body })),
    onSuccess: (_, { email }) => {
      if (!serverConfig.sendsMail) {
        setStored({ email })
        queries.invalidateQueries({ queryKey: PROFILES })
      }
      onSuccess()
    },
  })
}

/** Takes the code of the mailed link: the new address is the account's from now on. Told wherever the reader is then. */
export function useApplyEmailChange() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (oobCode: string) => call(api.POST('/apply-action-code', { body: { oobCode } })),
    onSuccess: ({ email }) => {
      setStored({ email })
      queries.invalidateQueries({ queryKey: PROFILES })
      notify({ words: `Your email address is now ${email}.`, tone: 'good' })
    },
    onError: (error) => notify({ words: errorMessage(error), tone: 'error' }),
  })
}

export const useUndoEmailChange = () =>
  useMutation({
    mutationFn: (token: string) => call(api.POST('/undo-email-change', { body: { token } })),
  })

export const useSessions = () =>
  useQuery({ queryKey: SESSIONS, queryFn: () => call(api.GET('/api/account/sessions')) }).data

export function useEndSession() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      call(api.DELETE('/api/account/sessions/{id}', { params: { path: { id } } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: SESSIONS }),
  })
}

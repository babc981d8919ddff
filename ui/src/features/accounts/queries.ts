import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { api, call } from '../../api/client'
import type { components } from '../../api/schema'
import { memberKeys, type Profile } from '../../entities/member/queries'
import { errorMessage } from '../../lib/api-error'
import { logOnly } from '../../lib/log'
import { notify } from '../../lib/notify'
import { saveFile } from '../../lib/save-file'
import { serverConfig } from '../../lib/server-config'
import { forgetMember, setStored } from '../../lib/storage'
import { paths } from '../../paths'

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
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Schemas['ProfileUpdate']) => call(api.POST('/update-profile', { body })),
    onSuccess: (profile) => {
      queryClient.setQueryData(memberKeys.profile(profile.uid), profile)
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
  const queryClient = useQueryClient()
  const { uid } = profile
  return useMutation({
    mutationFn: async ({ username, currentPassword = '', password = '' }: AccountChange) => {
      const wanted = username.trim()
      if (wanted !== profile.username) {
        const body = { uid, username: wanted }
        const changed = await call(api.POST('/update-username', { body }))
        // It stays, also when the password is refused.
        queryClient.setQueryData(memberKeys.profile(uid), {
          ...profile,
          username: changed.username,
        })
      }
      if (!password) return
      const body = { uid, currentPassword, newPassword: password }
      await call(api.POST('/update-password', { body }))
    },
    onSuccess: (_, sent) => {
      queryClient.invalidateQueries({ queryKey: SESSIONS })
      onSuccess(sent)
    },
  })
}

export function useUpdateEmail(onSuccess: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Schemas['EmailUpdate']) => call(api.POST('/update-email', { body })),
    onSuccess: (_, { email }) => {
      if (!serverConfig.sendsMail) {
        setStored({ email })
        queryClient.invalidateQueries({ queryKey: memberKeys.profiles })
      }
      onSuccess()
    },
  })
}

/** Takes the code of the mailed link: the new address is the account's from now on. Told wherever the reader is then. */
export function useApplyEmailChange() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (oobCode: string) => call(api.POST('/apply-action-code', { body: { oobCode } })),
    onSuccess: ({ email }) => {
      setStored({ email })
      queryClient.invalidateQueries({ queryKey: memberKeys.profiles })
      notify({ message: `Your email address is now ${email}.`, tone: 'good' })
    },
    onError: (error) => notify({ message: errorMessage(error), tone: 'error' }),
  })
}

export const useUndoEmailChange = () =>
  useMutation({
    mutationFn: (token: string) => call(api.POST('/undo-email-change', { body: { token } })),
  })

export const useSessions = () =>
  useQuery({ queryKey: SESSIONS, queryFn: () => call(api.GET('/api/account/sessions')) }).data

export function useEndSession() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      call(api.DELETE('/api/account/sessions/{id}', { params: { path: { id } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: SESSIONS }),
  })
}

/** Has everything of one's own collected, and saves it. It is fetched whole, so that a refusal can be told in words. */
export const useExport = (fileName: string) =>
  useMutation({
    mutationFn: () => call(api.GET('/api/account/export', { parseAs: 'blob' })),
    onSuccess: (file) => saveFile(file, fileName),
  })

/** Has all of one's own memos bound in one book, and saves it. */
export const useOwnBooks = (fileName: string) =>
  useMutation({
    mutationFn: () => call(api.GET('/api/mine.pdf', { parseAs: 'blob' })),
    onSuccess: (file) => saveFile(file, fileName),
  })

/** Deletes the account, and clears what this browser stores of the member. */
export function useDeleteAccount() {
  const queryClient = useQueryClient()
  const [, navigate] = useLocation()
  return useMutation({
    mutationFn: (body: Schemas['AccountDeletion']) =>
      call(api.POST('/api/account/delete', { body })),
    onSuccess: () => {
      // First, because the settings ask whom they do not know to sign in.
      navigate(paths.home)
      forgetMember()
      queryClient.clear()
      notify({ message: 'Your account has been deleted.', tone: 'good' })
    },
  })
}

const SECOND_FACTOR = ['second-factor']

export const useSecondFactor = () =>
  useQuery({
    queryKey: SECOND_FACTOR,
    queryFn: () => call(api.GET('/api/account/second-factor')),
  }).data

/** What every change of the second step needs. */
export interface Proof {
  email: string
  password: string
}

/** The server lets nothing change without a password that was given just now. */
const prove = (body: Proof) => call(api.POST('/reauthenticate', { body }))

function useChanged() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: SECOND_FACTOR })
}

export const useBeginSecondFactor = () =>
  useMutation({
    mutationFn: async (proof: Proof) => {
      await prove(proof)
      return call(api.POST('/api/account/second-factor'))
    },
  })

export const useConfirmSecondFactor = () =>
  useMutation({
    mutationFn: (code: string) =>
      call(api.POST('/api/account/second-factor/confirm', { body: { code } })),
    onSuccess: useChanged(),
  })

export const useRenewRecoveryCodes = () =>
  useMutation({
    mutationFn: async ({ code, ...proof }: Proof & { code: string }) => {
      await prove(proof)
      return call(api.POST('/api/account/second-factor/renew', { body: { code } }))
    },
    onSuccess: useChanged(),
  })

export function useRemoveSecondFactor(onSuccess: () => void) {
  const changed = useChanged()
  return useMutation({
    mutationFn: async ({ code, ...proof }: Proof & { code: string }) => {
      await prove(proof)
      await call(api.POST('/api/account/second-factor/remove', { body: { code } }))
    },
    onSuccess: () => {
      changed()
      onSuccess()
    },
  })
}

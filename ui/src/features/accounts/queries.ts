import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { api, call, sentWithPage } from '../../api/client'
import type { components } from '../../api/schema'
import { updateCached } from '../../api/update-cached'
import { withFreshPassword } from '../../entities/member/FreshPasswordDialog'
import { provePasskey } from '../../entities/member/passkeys'
import {
  memberKeys,
  type Profile,
  reauthenticate,
  sendVerification,
  storeLast,
} from '../../entities/member/queries'
import { ApiError } from '../../lib/api-error'
import { logOnly } from '../../lib/log'
import { notify, notifyFailure } from '../../lib/notify'
import { saveFile } from '../../lib/save-file'
import { serverConfig } from '../../lib/server-config'
import { forgetMember, removeStored, setStored } from '../../lib/storage'
import { paths } from '../../paths'
import { forgetEmail } from './typed-email'

type Schemas = components['schemas']

type ProfileChoices = Pick<
  Schemas['ProfileUpdate'],
  'handedness' | 'preferredTablets' | 'spokenLanguages'
>

const accountKeys = {
  availability: (username: string | undefined) => ['availability', username],
  invitation: (code: string | undefined) => ['invitation', code],
  pendingSignUp: (token: string) => ['pending-sign-up', token],
  sessions: ['sessions'],
  editionNotices: ['edition-notices'],
  secondFactor: ['second-factor'],
}

/** Settles when the previous session has ended on the server. */
let previousSessionEnd: Promise<unknown> = Promise.resolve()

/** Signs out the previous user of this browser. */
export function endPreviousSession() {
  removeStored(
    'uid',
    'email',
    'prizepeg',
    'isAdmin',
    'emailVerified',
    'application',
    'guestOf',
    'last',
  )
  previousSessionEnd = call(api.POST('/signout')).catch(logOnly)
}

/** A member who has just registered. */
export interface Newcomer {
  uid: string
  email: string
  name: string
  token: string
  /** Whether the registration began a session, because the account needs no verification. */
  isSignedIn: boolean
}

/**
 * Registers a new member. A late response to the sign-out of the previous one would remove the new session's cookie. A refused
 * invitation is looked up again, so that the page stops using its link.
 */
export function useRegister(onSuccess: (registered: Schemas['RegisteredView']) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Schemas['NewAccount']) =>
      previousSessionEnd.then(() => call(api.POST('/register', { body }))),
    onSuccess: (registered, { email, extra: { name } }) => {
      const { uid, token, signedIn, isAdmin, bid, awaitsAcceptance } = registered
      const application = awaitsAcceptance ? 'waiting' : 'none'
      setStored({ uid, email, name, token, application, ...(bid && { bid }) })
      if (signedIn) {
        setStored({ isAdmin: String(isAdmin), emailVerified: 'true' })
        forgetEmail()
        queryClient.clear()
      }
      onSuccess(registered)
    },
    onError: async (error, { invitation }) => {
      if (!invitation || !isRefusedInvitation(error)) return
      await queryClient.invalidateQueries({ queryKey: accountKeys.invitation(invitation) })
    },
  })
}

/** Whether a sign-up was refused because of its invitation. */
export const isRefusedInvitation = (error: Error | null) =>
  error instanceof ApiError && error.status === 422 && 'invitation' in error.fields

interface Registration {
  newcomer: Newcomer
  profile: ProfileChoices
  /** Page that the link in the mail leads back to. */
  last: string | undefined
}

/** Saves the profile and requests the verification mail, if one is needed. The next page comes even if one of them fails. */
export function useFinishRegistration(onSettled: () => void) {
  return useMutation({
    mutationFn: async ({ newcomer, profile, last = '' }: Registration) => {
      const { uid, email, name, token, isSignedIn } = newcomer
      const body = { uid, token, name, ...profile }
      await call(api.POST('/update-profile', { body })).catch(logOnly)
      if (!isSignedIn) await sendVerification({ name, email, uid, token }, last).catch(logOnly)
    },
    onSettled,
  })
}

/** Saves the profile and updates it in the cache. */
export function useUpdateProfile() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Schemas['ProfileUpdate']) => call(api.POST('/update-profile', { body })),
    onSuccess: (profile) => {
      updateCached(queryClient, memberKeys.profile(profile.uid), () => profile)
      setStored({ name: profile.name })
    },
  })
}

/** Availability of a username. Fetches nothing for `undefined`. */
export const useAvailability = (username: string | undefined) =>
  useQuery({
    queryKey: accountKeys.availability(username),
    queryFn: () => call(api.POST('/check-username', { body: { username: username ?? '' } })),
    enabled: username !== undefined,
    retry: false,
  })

export type HeldInvitation = Schemas['HeldInvitation']

/** Invitation of a code, if it can be used. Fetches nothing for `undefined`. */
export const useHeldInvitation = (code: string | undefined) =>
  useQuery({
    queryKey: accountKeys.invitation(code),
    queryFn: () =>
      call(api.GET('/api/invitations/{code}', { params: { path: { code: code ?? '' } } })),
    enabled: code !== undefined,
    retry: false,
    retryOnMount: false,
    // Sign-up checks it again.
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Account that a verification link belongs to. Doesn't verify it. */
export const usePendingSignUp = (token: string) =>
  useQuery({
    queryKey: accountKeys.pendingSignUp(token),
    queryFn: () => call(api.POST('/pending-sign-up', { body: { token } })),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Verifies an address by the token of the mailed link. */
export function useVerify() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (token: string) => call(api.POST('/verify', { body: { token } })),
    onSuccess: ({ signedIn }, token) => {
      removeStored('last')
      queryClient.removeQueries({ queryKey: accountKeys.pendingSignUp(token) })
      if (!signedIn) return
      setStored({ emailVerified: 'true' })
      queryClient.invalidateQueries({ queryKey: memberKeys.profiles })
    },
  })
}

/** Deletes an account that somebody else made with the reader's address. */
export const useRejectSignUp = () =>
  useMutation({
    mutationFn: (token: string) => call(api.POST('/reject-sign-up', { body: { token } })),
  })

export type Session = Schemas['SessionView']

/** Requests a mail with a reset link. Sign-in with the new password leads to `last`. */
export const useForgotPassword = (last: string | undefined) =>
  useMutation({
    mutationFn: (body: Schemas['ForgottenPassword']) =>
      call(api.POST('/forgot-password', { body })),
    onMutate: () => storeLast(last),
  })

export const useResetPassword = () =>
  useMutation({
    mutationFn: (body: Schemas['PasswordReset']) => call(api.POST('/reset-password', { body })),
  })

interface AccountChange {
  username: string
  /** Empty if the password stays the same. */
  currentPassword?: string
  password?: string
}

/** Saves a changed username or password: the username first, because it may be taken. */
export function useUpdateAccount(profile: Profile, onSuccess: (sent: AccountChange) => void) {
  const queryClient = useQueryClient()
  const { uid } = profile
  return useMutation({
    mutationFn: async ({ username, currentPassword = '', password = '' }: AccountChange) => {
      const wanted = username.trim()
      if (wanted !== profile.username) {
        const body = { uid, username: wanted }
        const changed = await call(api.POST('/update-username', { body }))
        // The username stays changed even if the password is refused.
        updateCached<Profile>(queryClient, memberKeys.profile(uid), (cached) => ({
          ...cached,
          username: changed.username,
        }))
      }
      if (!password) return
      const body = { uid, currentPassword, newPassword: password }
      await call(api.POST('/update-password', { body }))
    },
    onSuccess: (_, sent) => {
      queryClient.invalidateQueries({ queryKey: accountKeys.sessions })
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

/** Applies an email change with the code of the mailed link, and reports it on any page. */
export function useApplyEmailChange() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (oobCode: string) => call(api.POST('/apply-action-code', { body: { oobCode } })),
    onSuccess: ({ email }) => {
      setStored({ email })
      queryClient.invalidateQueries({ queryKey: memberKeys.profiles })
      notify({ message: `Your email address is now ${email}.`, tone: 'good' })
    },
    onError: (error) => notifyFailure('Your email address could not be changed.', error),
  })
}

export const useUndoEmailChange = () =>
  useMutation({
    mutationFn: (token: string) => call(api.POST('/undo-email-change', { body: { token } })),
  })

export const useSessions = () =>
  useQuery({
    queryKey: accountKeys.sessions,
    queryFn: () => call(api.GET('/api/account/sessions')),
    initialData: sentWithPage('GET /api/account/sessions '),
  }).data

export function useEndSession() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      call(api.DELETE('/api/account/sessions/{id}', { params: { path: { id } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: accountKeys.sessions }),
  })
}

/** Editions that the member gets a mail about. */
export const useEditionNotices = () =>
  useQuery({
    queryKey: accountKeys.editionNotices,
    queryFn: () => call(api.GET('/api/account/edition-notices')),
    initialData: sentWithPage('GET /api/account/edition-notices '),
  })

export function useChooseEditionNotices(onSuccess: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (editions: string) =>
      call(api.POST('/api/account/edition-notices', { body: { editions } })),
    onSuccess: (chosen) => {
      updateCached(queryClient, accountKeys.editionNotices, () => chosen)
      onSuccess()
    },
  })
}

/** Saves an export of the member's data. Fetched whole, so that an error can be shown. */
export const useExport = (fileName: string) =>
  useMutation({
    mutationFn: () => call(api.GET('/api/account/export', { parseAs: 'blob' })),
    onSuccess: (file) => saveFile(file, fileName),
  })

/** Saves all of the member's memos as one book. */
export const useOwnBooks = (fileName: string) =>
  useMutation({
    mutationFn: () => call(api.GET('/api/mine.pdf', { parseAs: 'blob' })),
    onSuccess: (file) => saveFile(file, fileName),
  })

/** Deletes the account and clears what this browser stores about the member. */
export function useDeleteAccount() {
  const queryClient = useQueryClient()
  const [, navigate] = useLocation()
  return useMutation({
    mutationFn: (body: Schemas['AccountDeletion']) =>
      call(api.POST('/api/account/delete', { body })),
    onSuccess: () => {
      // First, because the settings redirect to sign-in without a session.
      navigate(paths.home)
      forgetMember()
      queryClient.clear()
      notify({ message: 'Your account has been deleted.', tone: 'good' })
    },
  })
}

export const useSecondFactor = () =>
  useQuery({
    queryKey: accountKeys.secondFactor,
    queryFn: () => call(api.GET('/api/account/second-factor')),
    initialData: sentWithPage('GET /api/account/second-factor '),
  }).data

/** Proof of identity that every change of two-step verification needs. */
interface Proof {
  email: string
  password: string
}

/** Second step of a change: a code of the app, a recovery code, or a passkey. Without a proof, it has been given just before. */
export interface ProvenStep {
  proof?: Proof
  step: { code: string } | 'passkey'
}

/** Confirms the proof, and runs the call with the second step. */
async function withSecondStep<T>(
  { proof, step }: ProvenStep,
  run: (body: Schemas['SecondStepForm']) => Promise<T>,
): Promise<T> {
  if (proof) await reauthenticate(proof)
  return withFreshPassword(async () =>
    run(step === 'passkey' ? { passkey: await provePasskey() } : step),
  )
}

/** Returns a function that refetches the state of two-step verification. */
function useInvalidateSecondFactor() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: accountKeys.secondFactor })
}

export const useBeginSecondFactor = () =>
  useMutation({
    mutationFn: () => withFreshPassword(() => call(api.POST('/api/account/second-factor'))),
  })

export const useConfirmSecondFactor = () =>
  useMutation({
    mutationFn: (code: string) =>
      call(api.POST('/api/account/second-factor/confirm', { body: { code } })),
    onSuccess: useInvalidateSecondFactor(),
  })

/** Turns two-step verification on with the member's passkeys. */
export const useConfirmPasskeysAsSecondFactor = () =>
  useMutation({
    mutationFn: () =>
      withFreshPassword(() => call(api.POST('/api/account/second-factor/passkeys'))),
    onSuccess: useInvalidateSecondFactor(),
  })

export const useRenewRecoveryCodes = () =>
  useMutation({
    mutationFn: (proven: ProvenStep) =>
      withSecondStep(proven, (body) =>
        call(api.POST('/api/account/second-factor/renew', { body })),
      ),
    onSuccess: useInvalidateSecondFactor(),
  })

export function useRemoveSecondFactor(onSuccess: () => void) {
  const invalidate = useInvalidateSecondFactor()
  return useMutation({
    mutationFn: (proven: ProvenStep) =>
      withSecondStep(proven, (body) =>
        call(api.POST('/api/account/second-factor/remove', { body })),
      ),
    onSuccess: () => {
      invalidate()
      onSuccess()
    },
  })
}

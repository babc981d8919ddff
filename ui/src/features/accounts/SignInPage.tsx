import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import {
  ApiError,
  errorMessage,
  isPasskeyRequired,
  isSecondFactorRequired,
} from '../../lib/api-error'
import { passkeysAreOffered, unlessCancelled } from '../../lib/passkeys'
import { serverConfig } from '../../lib/server-config'
import { useIsApplicant, useSession } from '../../lib/session'
import { useStored } from '../../lib/storage'
import { words } from '../../locales/en'
import { paths } from '../../paths'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { ButtonLink } from '../../ui/ButtonLink'
import { Form } from '../../ui/Form'
import { Page } from '../../ui/Page'
import { PasswordField } from '../../ui/PasswordField'
import { Submit } from '../../ui/Submit'
import { CodeField, EmailField } from './CredentialFields'
import { useLast } from './last'
import { useSignIn, useSignInWithPasskey } from './sign-in/queries'

/** Error message of a sign-in. The same for every reason, so that it doesn't reveal who is a member. */
function explain(error: Error): string {
  const notAboutThePassword = ['unreachable', 'rate-limited', 'busy', 'invalid']
  return error instanceof ApiError &&
    (notAboutThePassword.includes(error.code) || error.key.startsWith('passkey'))
    ? errorMessage(error)
    : 'Incorrect email or password. Please try again.'
}

type Credentials = Record<'email' | 'password' | 'code', string>

interface SignInPageProps {
  /** Called after sign-in instead of navigating to the page in the address. */
  onSignedIn?(): void
}

export function SignInPage({ onSignedIn }: SignInPageProps) {
  const [, navigate] = useLocation()
  const [query] = useSearchParams()
  const last = useLast()
  const [step, setStep] = useState<SecondStepProps['kind']>()
  const isApplicant = useIsApplicant()
  const handleSignedIn = onSignedIn ?? (() => navigate(last ?? paths.begin))
  const signIn = useSignIn(handleSignedIn)
  const submit = (credentials: Credentials) =>
    signIn.mutate(credentials, {
      onError: (error) =>
        isSecondFactorRequired(error) && setStep(isPasskeyRequired(error) ? 'passkey' : 'code'),
    })
  const submitWithPasskey = (form: HTMLFormElement | null) => {
    const values = new FormData(form ?? undefined)
    const [email, password] = [String(values.get('email')), String(values.get('password'))]
    signIn.mutate({ email, password, usesPasskey: true })
  }
  const usesPasskey = signIn.variables?.usesPasskey === true

  return (
    <Page title="Sign in" lead="Join us, and share your thoughts and experiences." narrow>
      <div className="stack">
        {query.has('verified') && <Banner tone="good">Your email was verified successfully</Banner>}
        {query.has('reg') && (
          <>
            <Banner tone="good">Welcome aboard! Please sign in to get started.</Banner>
            {serverConfig.sendsMail && (
              <p>
                We’ve sent you an email. Follow its link to verify your address before you submit
                your first page.
              </p>
            )}
            {isApplicant && <p>{words.application.waiting}</p>}
          </>
        )}
        <FormerGuestNote />
        <Form<keyof Credentials>
          onSubmit={submit}
          error={isSecondFactorRequired(signIn.error) ? null : unlessCancelled(signIn.error)}
          explain={explain}
          busy={signIn.isPending && !usesPasskey}
        >
          <EmailField autoComplete="username" />
          <PasswordField name="password" label="Password" autoComplete="current-password" />
          {step && <SecondStep kind={step} />}
          <Submit
            beside={
              step && passkeysAreOffered() ? (
                <Button
                  busy={signIn.isPending && usesPasskey}
                  onClick={({ currentTarget }) => submitWithPasskey(currentTarget.form)}
                >
                  Use a passkey
                </Button>
              ) : null
            }
          >
            {signIn.isPending && !usesPasskey ? 'Signing in…' : 'Sign in'}
          </Submit>
        </Form>
        {!step && passkeysAreOffered() && <PasskeySignIn onSignedIn={handleSignedIn} />}
        <div className="row">
          <ButtonLink href={paths.forgotPasswordFor(last)} variant="quiet">
            I forgot my password
          </ButtonLink>
          {serverConfig.registration !== 'closed' && (
            <ButtonLink href={paths.signUpFor(last)}>I need to sign up</ButtonLink>
          )}
          {/* Sign-in by phone always navigates, so `onSignedIn` would not be called. */}
          {!onSignedIn && (
            <ButtonLink href={paths.tabletSignInFor(last)} variant="quiet">
              Sign in with a phone
            </ButtonLink>
          )}
        </div>
      </div>
    </Page>
  )
}

interface SecondStepProps {
  /** Whether an app or passkeys are the second step. */
  kind: 'code' | 'passkey'
}

/** Field for a code, after the password was right. */
function SecondStep({ kind }: SecondStepProps) {
  if (kind === 'code') {
    return (
      <>
        <p role="status">Enter your verification code.</p>
        <CodeField takesFocus />
      </>
    )
  }
  const isOffered = passkeysAreOffered()
  return (
    <>
      <p role="status">
        {isOffered
          ? 'Confirm with your passkey, or enter a recovery code.'
          : 'Your passkeys don’t work here. Enter a recovery code.'}
      </p>
      {/* With a passkey, the focus stays beside its button. */}
      <CodeField kind="recovery" takesFocus={!isOffered} />
    </>
  )
}

/** Button that signs in with a passkey instead of the password. */
function PasskeySignIn({ onSignedIn }: { onSignedIn(): void }) {
  const { mutate, error, isPending } = useSignInWithPasskey(onSignedIn)
  const failure = unlessCancelled(error)
  return (
    <>
      {failure && <Banner tone="error">{errorMessage(failure)}</Banner>}
      <div className="row">
        <Button busy={isPending} onClick={() => mutate()}>
          Sign in with a passkey
        </Button>
      </div>
    </>
  )
}

/** Note to a guest whose session has ended: they have no password. */
function FormerGuestNote() {
  const session = useSession()
  const wasGuest = useStored('guestOf') !== null
  if (session || !wasGuest) return null
  return <Banner>You were a guest here. Open your private link to come back.</Banner>
}

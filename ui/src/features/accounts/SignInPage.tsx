import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { ApiError, errorMessage, isSecondFactorRequired } from '../../lib/api-error'
import { serverConfig } from '../../lib/server-config'
import { useIsApplicant, useSession } from '../../lib/session'
import { useStored } from '../../lib/storage'
import { words } from '../../locales/en'
import { paths } from '../../paths'
import { Banner } from '../../ui/Banner'
import { ButtonLink } from '../../ui/ButtonLink'
import { Form } from '../../ui/Form'
import { Page } from '../../ui/Page'
import { PasswordField } from '../../ui/PasswordField'
import { Submit } from '../../ui/Submit'
import { CodeField, EmailField } from './CredentialFields'
import { useLast } from './last'
import { useSignIn } from './sign-in/queries'

/** Error message of a sign-in. The same for every reason, so that it doesn't reveal who is a member. */
function explain(error: Error): string {
  const notAboutThePassword = ['unreachable', 'slow-down', 'busy', 'invalid']
  return error instanceof ApiError && notAboutThePassword.includes(error.code)
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
  const [withCode, setWithCode] = useState(false)
  const isApplicant = useIsApplicant()
  const signIn = useSignIn(onSignedIn ?? (() => navigate(last ?? paths.begin)))
  const submit = (credentials: Credentials) =>
    signIn.mutate(credentials, {
      onError: (error) => isSecondFactorRequired(error) && setWithCode(true),
    })

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
          error={isSecondFactorRequired(signIn.error) ? null : signIn.error}
          explain={explain}
          busy={signIn.isPending}
        >
          <EmailField autoComplete="username" />
          <PasswordField name="password" label="Password" autoComplete="current-password" />
          {withCode && (
            <>
              <p role="status">Enter your verification code.</p>
              <CodeField takesFocus />
            </>
          )}
          <Submit>{signIn.isPending ? 'Signing in…' : 'Sign in'}</Submit>
        </Form>
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

/** Note to a guest whose session has ended: they have no password. */
function FormerGuestNote() {
  const session = useSession()
  const wasGuest = useStored('guestOf') !== null
  if (session || !wasGuest) return null
  return <Banner>You were a guest here. Open your private link to come back.</Banner>
}

import { useEffect, useState } from 'react'
import { Redirect, useSearchParams } from 'wouter'
import { useProfile } from '../../entities/member/queries'
import { errorMessage } from '../../lib/api-error'
import { serverConfig } from '../../lib/server-config'
import { useIsApplicant } from '../../lib/session'
import { words } from '../../locales/en'
import { paths } from '../../paths'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { ButtonLink } from '../../ui/ButtonLink'
import { Page } from '../../ui/Page'
import { storedLast } from './last'
import { usePendingSignUp, useRejectSignUp, useVerify } from './queries'
import { rememberEmail } from './typed-email'

/**
 * Target of the link in the verification mail. Needs a click, because mail programs open links by
 * themselves, but not from a member who is signed in to the account. That member goes on; others
 * sign in.
 */
export function VerifyPage() {
  const token = useSearchParams()[0].get('token') ?? ''
  const [last] = useState(storedLast)
  const { data: pending, error: unknown } = usePendingSignUp(token)
  const verify = useVerify()
  const reject = useRejectSignUp()
  const isVerified = useProfile()?.emailVerified
  const { isIdle, mutate } = verify
  useEffect(() => {
    if (pending?.signedIn && isIdle) mutate(token)
  }, [pending, isIdle, mutate, token])
  const verifyByPress = () => {
    rememberEmail(pending?.email ?? '')
    verify.mutate(token)
  }

  if (verify.data?.signedIn) {
    return <Verified last={last}>Your email was verified successfully</Verified>
  }
  if (verify.data) {
    const verified = String(verify.data.emailVerified)
    return <Redirect to={paths.signIn({ verified, last })} replace />
  }
  // The link works once, and the page may be opened again.
  if (isVerified && (unknown || verify.error))
    return <Verified last={last}>Your email is already verified.</Verified>
  const error = verify.error ?? reject.error ?? unknown
  return (
    <Page title="Verify your email" narrow>
      <div className="stack">
        {error && <Banner tone="error">{errorMessage(error, 'Verify failed')}</Banner>}
        {reject.isSuccess ? (
          <Rejected />
        ) : unknown ? (
          <Expired />
        ) : pending && (!pending.signedIn || verify.error) ? (
          <>
            <p>
              <strong>{pending.username}</strong> signed up with {pending.email}. Was that you?
            </p>
            {pending.endsSecondFactor && (
              <p>
                This account has two-step verification. Verifying turns it off, unless you sign in
                first. You can turn it on again in Settings.
              </p>
            )}
            <div className="row">
              <Button variant="primary" busy={verify.isPending} onClick={verifyByPress}>
                Verify my email
              </Button>
              <Button busy={reject.isPending} onClick={() => reject.mutate(token)}>
                This wasn’t me
              </Button>
            </div>
            <p className="meta">
              “This wasn’t me” deletes the account. Don’t verify an account that someone else made,
              because they know its password.
            </p>
          </>
        ) : (
          <p role="status">Loading…</p>
        )}
      </div>
    </Page>
  )
}

/** Says to a signed-in member that the address is verified, and leads back. */
function Verified({ last, children }: { last: string | undefined; children: string }) {
  const isApplicant = useIsApplicant()
  return (
    <Page title="Email verified" narrow>
      <div className="stack">
        <Banner tone="good">{children}</Banner>
        <p>{isApplicant ? words.application.waiting : 'You can submit pages now.'}</p>
        <div className="row">
          <ButtonLink href={last ?? paths.begin} variant="primary">
            Continue
          </ButtonLink>
        </div>
      </div>
    </Page>
  )
}

function Rejected() {
  return (
    <>
      <Banner tone="good">The account is deleted, and your address is free again.</Banner>
      {serverConfig.registration !== 'closed' && (
        <div className="row">
          <ButtonLink href={paths.signUp}>Sign up yourself</ButtonLink>
        </div>
      )}
    </>
  )
}

function Expired() {
  return (
    <>
      <p>A link works once, within a day.</p>
      <div className="row">
        <ButtonLink href={paths.signIn()}>Go to sign in</ButtonLink>
      </div>
    </>
  )
}

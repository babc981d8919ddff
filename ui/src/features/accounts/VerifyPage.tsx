import { Redirect, useSearchParams } from 'wouter'
import { errorMessage } from '../../lib/api-error'
import { paths } from '../../paths'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { ButtonLink } from '../../ui/ButtonLink'
import { Page } from '../../ui/Page'
import { usePendingSignUp, useRejectSignUp, useVerify } from './queries'

/** Target of the link in the verification mail. Needs a click, because mail programs open links by themselves. */
export function VerifyPage() {
  const token = useSearchParams()[0].get('token') ?? ''
  const { data: pending, error: unknown } = usePendingSignUp(token)
  const verify = useVerify()
  const reject = useRejectSignUp()
  if (verify.data) {
    return <Redirect to={paths.signIn({ verified: String(verify.data.emailVerified) })} replace />
  }
  const error = verify.error ?? reject.error ?? unknown
  return (
    <Page title="Verify your email" narrow>
      <div className="stack">
        {error && <Banner tone="error">{errorMessage(error, 'Verify failed')}</Banner>}
        {reject.isSuccess ? (
          <Rejected />
        ) : unknown ? (
          <Expired />
        ) : pending ? (
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
              <Button
                variant="primary"
                busy={verify.isPending}
                onClick={() => verify.mutate(token)}
              >
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

function Rejected() {
  return (
    <>
      <Banner tone="good">The account is deleted, and your address is free again.</Banner>
      <div className="row">
        <ButtonLink href={paths.signUp}>Sign up yourself</ButtonLink>
      </div>
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

import { Redirect, useSearchParams } from 'wouter'
import { wordsOf } from '../../api/error'
import { paths } from '../../paths'
import { Banner } from '../../ui/Banner'
import { ButtonLink } from '../../ui/ButtonLink'
import { Page } from '../../ui/Page'
import { useVerification } from './queries'

/** Where the link of the verification mail leads; sign-in follows. */
export function VerifyPage() {
  const [query] = useSearchParams()
  const { data, error } = useVerification(query.get('token') ?? '')
  if (data) {
    return <Redirect to={paths.signIn({ verified: String(data.emailVerified) })} replace />
  }
  return (
    <Page title="Verify your email" narrow>
      {error ? (
        <div className="stack">
          <Banner tone="error">{wordsOf(error, 'Verify failed')}</Banner>
          <p>A link works once, for a day.</p>
          <div className="row">
            <ButtonLink href={paths.signIn()}>Go to sign in</ButtonLink>
          </div>
        </div>
      ) : (
        <p role="status">Verifying…</p>
      )}
    </Page>
  )
}

import { useSearchParams } from 'wouter'
import { paths } from '../../paths'
import { Banner } from '../../ui/Banner'
import { ButtonLink } from '../../ui/ButtonLink'
import { Form } from '../../ui/Form'
import { Page } from '../../ui/Page'
import { Submit } from '../../ui/Submit'
import { NewPasswordFields } from './CredentialFields'
import { storedLast } from './last'
import { useResetPassword } from './queries'

/** Target of the link in the reset mail: a new password, then sign-in. */
export function ResetPasswordPage() {
  const token = useSearchParams()[0].get('token') ?? ''
  const reset = useResetPassword()
  return (
    <Page title="Choose a new password" narrow>
      {reset.isSuccess ? (
        <div className="stack">
          <Banner tone="good">
            Your password is changed, and you’re signed out everywhere. Sign in with the new one.
          </Banner>
          <div className="row">
            <ButtonLink href={paths.signIn({ last: storedLast() })} variant="primary">
              Sign in
            </ButtonLink>
          </div>
        </div>
      ) : (
        <Form<'password' | 'confirmPassword'>
          onSubmit={({ password }) => reset.mutate({ token, password })}
          error={reset.error}
          busy={reset.isPending}
        >
          <NewPasswordFields label="New password" />
          <Submit>{reset.isPending ? 'Saving…' : 'Save the new password'}</Submit>
        </Form>
      )}
    </Page>
  )
}

import { serverConfig } from '../../lib/server-config'
import { paths } from '../../paths'
import { Banner } from '../../ui/Banner'
import { ButtonLink } from '../../ui/ButtonLink'
import { ContactInfo } from '../../ui/ContactInfo'
import { checkEmail } from '../../ui/checks'
import { Form } from '../../ui/Form'
import { Page } from '../../ui/Page'
import { Submit } from '../../ui/Submit'
import { EmailField } from './CredentialFields'
import { useLast } from './last'
import { useForgotPassword } from './queries'

/** Page for members who forgot their password: by mail, or by asking the admins where no mail is sent. */
export function ForgotPasswordPage() {
  return serverConfig.sendsMail ? <ByMail /> : <ByPeople />
}

function ByPeople() {
  const last = useLast()
  return (
    <Page
      title="Reset my Password"
      lead="This server doesn’t send email, so an admin has to help you."
      narrow
    >
      <div className="stack">
        <ContactInfo />
        <div className="row">
          <ButtonLink href={paths.signIn({ last })}>Never mind</ButtonLink>
        </div>
      </div>
    </Page>
  )
}

/** Form that requests a mail with a reset link. Its answer doesn't reveal who is a member. */
function ByMail() {
  const last = useLast()
  const forgot = useForgotPassword(last)
  return (
    <Page
      title="Reset my Password"
      lead="We’ll email you a link. It works once, within an hour."
      narrow
    >
      <div className="stack">
        {forgot.isSuccess && <Banner tone="good">Password reset email sent.</Banner>}
        <Form<'email'>
          onSubmit={({ email }) => forgot.mutate({ email: email.trim() })}
          error={forgot.error}
          busy={forgot.isPending}
        >
          <EmailField autoComplete="username" check={checkEmail} />
          <Submit>{forgot.isPending ? 'Sending…' : 'Reset Password'}</Submit>
        </Form>
        <div className="row">
          <ButtonLink href={paths.signIn({ last })} variant="quiet">
            Never mind
          </ButtonLink>
        </div>
      </div>
    </Page>
  )
}

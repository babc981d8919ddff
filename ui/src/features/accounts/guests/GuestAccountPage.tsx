import { useState } from 'react'
import { Link, Redirect, useLocation, useSearchParams } from 'wouter'
import { MAX_LENGTHS } from '../../../api/limits'
import { errorMessage } from '../../../lib/api-error'
import { serverConfig } from '../../../lib/server-config'
import { useGuestBook, useSession } from '../../../lib/session'
import { getStored } from '../../../lib/storage'
import { paths } from '../../../paths'
import { ButtonLink } from '../../../ui/ButtonLink'
import { checkEmail, required } from '../../../ui/checks'
import { Form } from '../../../ui/Form'
import { Page } from '../../../ui/Page'
import { Submit } from '../../../ui/Submit'
import { TextField } from '../../../ui/TextField'
import { ApplicationField, CardChoice, conditionFor, MISSING } from '../Admission'
import { EmailField, NewPasswordFields } from '../CredentialFields'
import { bareCode, InvitationField, isRefusedCode, useTypedInvitation } from '../InvitationField'
import { UsernameField, useUsername } from '../UsernameField'
import { useBecomeMember } from './queries'

/** Form with which a guest becomes a member, who keeps all answers. Others are redirected. */
export function GuestAccountPage() {
  const linked = useSearchParams()[0].get('invitation') ?? ''
  const session = useSession()
  const bid = useGuestBook()
  if (bid === null) return <Redirect to={session ? paths.begin : paths.signUp} replace />
  if (serverConfig.registration === 'closed') return <Closed bid={bid} />
  return (
    <Page
      title="Create an account"
      lead="Your answers stay yours, and you can use everything here."
      narrow
    >
      <AccountForm bid={bid} linked={linked} />
    </Page>
  )
}

const Closed = ({ bid }: { bid: string }) => (
  <Page title="Create an account" narrow>
    <div className="stack">
      <p>This community takes no new members at present.</p>
      <div className="row">
        <ButtonLink href={paths.entries(bid)}>Back to your answers</ButtonLink>
      </div>
    </div>
  </Page>
)

type Field = 'invitation' | 'name' | 'email' | 'username' | 'password' | 'application'

interface AccountFormProps {
  bid: string
  /** Code of an invitation with which its field begins. */
  linked: string
}

function AccountForm({ bid, linked }: AccountFormProps) {
  const [, navigate] = useLocation()
  const [hasCard, setHasCard] = useState(linked !== '')
  const [introduction, setIntroduction] = useState('')
  const condition = linked ? 'code' : conditionFor(false, hasCard)
  const username = useUsername()
  const typedInvitation = useTypedInvitation(linked)
  const become = useBecomeMember(bid, () => navigate(paths.entries(bid), { replace: true }))

  const submit = ({ email, password, name, ...typed }: Record<Field, string>) =>
    become.mutate({
      email: email.trim(),
      password,
      name: name.trim(),
      username: typed.username.trim(),
      ...(condition === 'code' && { invitation: bareCode(typed.invitation) }),
      ...(condition === 'application' && { application: typed.application.trim() }),
    })

  return (
    <div className="stack">
      {serverConfig.registration === 'approved' && !linked && (
        <CardChoice hasCard={hasCard} onChoose={setHasCard} />
      )}
      <Form<Field>
        onSubmit={submit}
        error={become.error}
        explain={(error) => errorMessage(error, 'Your account could not be created.')}
        busy={become.isPending}
      >
        {condition === 'code' && <InvitationField invitation={typedInvitation} />}
        <TextField
          name="name"
          label="Name"
          hint="It’s printed below your answers."
          autoComplete="name"
          defaultValue={getStored('name') ?? ''}
          maxCharacters={MAX_LENGTHS.GuestSignUp.name}
          check={required('Enter your name.')}
          onBlur={(event) => username.propose(event.target.value)}
        />
        <EmailField autoComplete="email" check={checkEmail} />
        <UsernameField username={username} />
        <NewPasswordFields />
        {condition === 'application' && (
          <ApplicationField value={introduction} onChange={setIntroduction} />
        )}
        <Submit
          waitsFor={MISSING[condition]}
          blocked={
            username.blocks || (condition === 'code' && isRefusedCode(typedInvitation.error))
          }
        >
          {become.isPending ? 'Creating your account…' : 'Create my account'}
        </Submit>
      </Form>
      <div className="row">
        <Link href={paths.entries(bid)}>Back to your answers</Link>
      </div>
    </div>
  )
}

import { useEffect, useMemo, useState } from 'react'
import { Link, Redirect, useLocation, useSearchParams } from 'wouter'
import { MAX_LENGTHS } from '../../api/limits'
import { ApiError, errorMessage } from '../../lib/api-error'
import { serverConfig } from '../../lib/server-config'
import { useGuestBook } from '../../lib/session'
import { paths } from '../../paths'
import { Banner } from '../../ui/Banner'
import { ButtonLink } from '../../ui/ButtonLink'
import { checkEmail, required } from '../../ui/checks'
import { Form } from '../../ui/Form'
import { Page } from '../../ui/Page'
import { Select } from '../../ui/Select'
import { Skeleton } from '../../ui/Skeleton'
import { Submit } from '../../ui/Submit'
import { TextField } from '../../ui/TextField'
import { ApplicationField, CardChoice, type Condition, conditionFor, MISSING } from './Admission'
import { EmailField, NewPasswordFields } from './CredentialFields'
import { capitalised } from './checks'
import {
  bareCode,
  greetingOf,
  InvitationField,
  isRefusedCode,
  useTypedInvitation,
} from './InvitationField'
import { useLast } from './last'
import { endPreviousSession, isRefusedInvitation, useHeldInvitation, useRegister } from './queries'
import { UsernameField, useUsername } from './UsernameField'

const REFERRALS = [
  'Social Media',
  'Search Engine',
  'Word of Mouth',
  'Online Advertisement',
  'Email or Newsletter',
  'Other',
] as const

const LEADS: Record<Condition, string> = {
  none: 'It’s free and takes a minute.',
  code: 'It’s free and takes a minute. You need an invitation.',
  application: 'It’s free and takes a minute. An admin accepts new members.',
}

/** Sign-up, as the settings of the community and the link allow it. Guests keep their answers with a form of their own. */
export function SignUpPage() {
  const query = useSearchParams()[0]
  // Signing up ends the session of the guest before it begins another.
  const [isGuest] = useState(useGuestBook() !== null)
  // Token of the link that `inkfold init` prints: the account registered with it becomes the first
  // admin.
  const setup = query.get('setup')
  if (setup) {
    return (
      <Page title="Sign up" lead={LEADS.none} narrow>
        <div className="stack">
          <Banner>With this link you become the first admin of this community.</Banner>
          <SignUpForm setup={setup} />
        </div>
      </Page>
    )
  }
  if (isGuest) {
    return <Redirect to={paths.guestAccountWith(query.get('invitation') ?? undefined)} replace />
  }
  if (serverConfig.registration === 'closed') return <ClosedSignUp />
  return <NewcomerSignUp linked={query.get('invitation') ?? ''} />
}

function ClosedSignUp() {
  const last = useLast()
  return (
    <Page title="Sign up" narrow>
      <div className="stack">
        <p>This community takes no new members at present.</p>
        <div className="row">
          <ButtonLink href={paths.signIn({ last })}>Sign in</ButtonLink>
          <ButtonLink href={paths.library} variant="quiet">
            Go to the library
          </ButtonLink>
        </div>
      </div>
    </Page>
  )
}

/** Sign-up with or without an invitation. */
function NewcomerSignUp({ linked }: { linked: string }) {
  const { registration } = serverConfig
  const code = bareCode(linked)
  const { data: held, error, isLoading } = useHeldInvitation(code || undefined)
  const [hasCard, setHasCard] = useState(false)
  const isInvited = code !== '' && !isRefusedCode(error)
  const isApplicant = !isInvited && registration === 'approved'
  const condition = conditionFor(isInvited, hasCard)
  return (
    <Page title="Sign up" lead={LEADS[condition]} narrow>
      {isLoading ? (
        <Skeleton label="Looking up your invitation…" lines={8} />
      ) : (
        <div className="stack">
          {held && !error && <Banner tone="good">{greetingOf(held)}</Banner>}
          {error && <LinkProblem error={error} />}
          {isApplicant && <CardChoice hasCard={hasCard} onChoose={setHasCard} />}
          <SignUpForm
            condition={condition}
            linked={isApplicant ? '' : linked}
            invitation={isInvited ? code : undefined}
          />
        </div>
      )}
    </Page>
  )
}

/** Problem with the code of a link. Renders nothing for a refused one where its field says so. */
function LinkProblem({ error }: { error: Error }) {
  const { registration } = serverConfig
  if (!isRefusedCode(error)) {
    return (
      <Banner tone="warn">
        <p>{errorMessage(error)}</p>
        <p>Your invitation is checked again when you sign up.</p>
      </Banner>
    )
  }
  if (registration === 'invited') return null
  return (
    <Banner tone="warn">
      <p>{errorMessage(error)}</p>
      {registration === 'open' && <p>You can sign up without an invitation.</p>}
    </Banner>
  )
}

type Field =
  | 'invitation'
  | 'name'
  | 'email'
  | 'username'
  | 'password'
  | 'application'
  | 'referredBy'
  | 'other'

interface SignUpFormProps {
  condition?: Condition
  /** Code with which the field begins. */
  linked?: string
  /** Code that is sent without a field. */
  invitation?: string | undefined
  setup?: string
}

/**
 * Error of a sign-up as the form shows it. A refused code belongs to its field. Without the field, the form says it while the
 * link is in use, and the page after the link was refused there too.
 */
function shownError(
  error: Error | null,
  condition: Condition,
  invitation: string | undefined,
): Error | null {
  if (!error || !isRefusedInvitation(error) || condition === 'code') return error
  // Another object than the error itself, which goes to the field as soon as there is one.
  return invitation ? new ApiError(422, { error: error.message }) : null
}

function SignUpForm({ condition = 'none', linked = '', invitation, setup }: SignUpFormProps) {
  const [, navigate] = useLocation()
  const [referredBy, setReferredBy] = useState('')
  // Outlives the field, which gives way to that of an invitation.
  const [introduction, setIntroduction] = useState('')
  const username = useUsername()
  const typedInvitation = useTypedInvitation(linked)
  const last = useLast()
  const register = useRegister(({ bid }) => {
    const next = last ?? (bid ? paths.chooseType(bid) : undefined)
    // Replaces this page, which would end the new session if Back led to it.
    navigate(paths.signUpProfileFor(next), { replace: true })
  })
  useEffect(endPreviousSession, [])
  const error = useMemo(
    () => shownError(register.error, condition, invitation),
    [register.error, condition, invitation],
  )

  const submit = ({ email, password, application, ...typed }: Record<Field, string>) =>
    register.mutate({
      email: email.trim(),
      password,
      ...(setup && { setup }),
      ...(invitation && { invitation }),
      ...(condition === 'code' && { invitation: bareCode(typed.invitation) }),
      ...(condition === 'application' && { application: application.trim() }),
      extra: {
        name: typed.name,
        username: typed.username.trim(),
        referredBy: typed.referredBy,
        other: typed.other ?? '',
      },
    })

  return (
    <>
      <Form<Field>
        onSubmit={submit}
        error={error}
        explain={(error) => errorMessage(error, 'Registration failed')}
        busy={register.isPending}
      >
        {condition === 'code' && <InvitationField invitation={typedInvitation} />}
        <TextField
          name="name"
          label="Name"
          autoComplete="name"
          maxCharacters={MAX_LENGTHS.NewAccountExtra.name}
          check={required('Enter your name.')}
          tidy={capitalised}
          onBlur={(event) => username.propose(event.target.value)}
        />
        <EmailField autoComplete="email" check={checkEmail} />
        <UsernameField username={username} />
        <NewPasswordFields />
        {condition === 'application' && (
          <ApplicationField value={introduction} onChange={setIntroduction} />
        )}
        <Select
          name="referredBy"
          label="How did you hear about us?"
          prompt="Choose one (optional)"
          options={REFERRALS}
          onChange={setReferredBy}
        />
        {referredBy === 'Other' && (
          <TextField
            name="other"
            label="Where did you hear about us?"
            maxCharacters={MAX_LENGTHS.NewAccountExtra.other}
          />
        )}
        <Submit
          waitsFor={MISSING[condition]}
          blocked={
            username.blocks || (condition === 'code' && isRefusedCode(typedInvitation.error))
          }
        >
          {register.isPending ? 'Signing up…' : 'Sign up'}
        </Submit>
      </Form>
      <div className="row">
        <Link href={paths.signIn({ last })}>Already a member</Link>
        {condition === 'code' && <Link href={paths.contact}>Ask for an invitation</Link>}
      </div>
    </>
  )
}

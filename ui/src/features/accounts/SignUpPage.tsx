import { useEffect, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { MAX_LENGTHS } from '../../api/limits'
import { errorMessage } from '../../lib/api-error'
import { paths } from '../../paths'
import { Banner } from '../../ui/Banner'
import { checkEmail, required } from '../../ui/checks'
import { Form } from '../../ui/Form'
import { Page } from '../../ui/Page'
import { Select } from '../../ui/Select'
import { Submit } from '../../ui/Submit'
import { TextField } from '../../ui/TextField'
import { EmailField, NewPasswordFields } from './CredentialFields'
import { capitalised } from './checks'
import { useLast } from './last'
import { endPreviousSession, useRegister } from './queries'
import { UsernameField, useUsername } from './UsernameField'

const REFERRALS = [
  'Social Media',
  'Search Engine',
  'Word of Mouth',
  'Online Advertisement',
  'Email or Newsletter',
  'Other',
] as const

type Field = 'name' | 'email' | 'username' | 'password' | 'referredBy' | 'other'

export function SignUpPage() {
  const [, navigate] = useLocation()
  // Token of the link that `inkfold init` prints: the account registered with it becomes the first
  // admin.
  const setup = useSearchParams()[0].get('setup') ?? undefined
  const [referredBy, setReferredBy] = useState('')
  const username = useUsername()
  const last = useLast()
  // Replaces this page, which would end the new session if Back led to it.
  const register = useRegister(() => navigate(paths.signUpProfileFor(last), { replace: true }))
  useEffect(endPreviousSession, [])

  const submit = ({ email, password, ...extra }: Record<Field, string>) =>
    register.mutate({
      email: email.trim(),
      password,
      setup,
      extra: {
        name: extra.name,
        username: extra.username.trim(),
        referredBy: extra.referredBy,
        other: extra.other ?? '',
      },
    })

  return (
    <Page title="Sign up" lead="It’s free and takes a minute." narrow>
      <div className="stack">
        {setup && <Banner>With this link you become the first admin of this community.</Banner>}
        <Form<Field>
          onSubmit={submit}
          error={register.error}
          explain={(error) => errorMessage(error, 'Registration failed')}
          busy={register.isPending}
        >
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
            waitsFor="Fill in your name, email, username and both passwords."
            blocked={username.blocks}
          >
            {register.isPending ? 'Signing up…' : 'Sign up'}
          </Submit>
        </Form>
        <p>
          <Link href={paths.signIn({ last })}>Already a member</Link>
        </p>
      </div>
    </Page>
  )
}

import { useState } from 'react'
import type { Profile } from '../../entities/member/queries'
import { errorMessage, isRecentSignInRequired } from '../../lib/api-error'
import { serverConfig } from '../../lib/server-config'
import { paths } from '../../paths'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { ButtonLink } from '../../ui/ButtonLink'
import { checkEmail } from '../../ui/checks'
import { Form } from '../../ui/Form'
import { Icon } from '../../ui/Icon'
import { Submit } from '../../ui/Submit'
import { TextField } from '../../ui/TextField'
import { useUpdateEmail } from './queries'

const CHANGED =
  "Your email address has been updated successfully. Please note that changes will only take effect once you verify the new email through the confirmation link we've sent you.."
/** Message where no mail is sent, so the new address needs no confirmation. */
const CHANGED_AT_ONCE = 'Your email address is changed. Sign in with it from now on.'

/** The email address, with a button that opens a field to change it. */
export function EmailForm({ profile }: { profile: Profile }) {
  const [editing, setEditing] = useState(false)
  const update = useUpdateEmail(() => setEditing(false))
  return (
    <section className="stack" aria-labelledby="your-email">
      <h2 id="your-email">Your email</h2>
      {update.isSuccess && (
        <Banner tone="good">{serverConfig.sendsMail ? CHANGED : CHANGED_AT_ONCE}</Banner>
      )}
      {isRecentSignInRequired(update.error) && (
        <Banner tone="warn">
          <p>You must sign in again in order to process this request</p>
          <ButtonLink href={paths.signIn({ last: 'publish' })}>Sign in</ButtonLink>
        </Banner>
      )}
      {editing ? (
        <Form<'email'>
          onSubmit={({ email }) => update.mutate({ uid: profile.uid, email: email.trim() })}
          error={isRecentSignInRequired(update.error) ? null : update.error}
          explain={(error) => errorMessage(error)}
          busy={update.isPending}
        >
          <TextField
            name="email"
            label="Email"
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            defaultValue={profile.email}
            check={checkEmail}
            button={<Button onClick={() => setEditing(false)}>Cancel</Button>}
          />
          <Submit needsChange>{update.isPending ? 'Saving…' : 'Save'}</Submit>
        </Form>
      ) : (
        <div className="row">
          <p>{profile.email}</p>
          <Button variant="quiet" onClick={() => setEditing(true)}>
            <Icon name="pen" /> Change the email
          </Button>
        </div>
      )}
    </section>
  )
}

import { useState } from 'react'
import type { Profile } from '../../entities/member/queries'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { Form } from '../../ui/Form'
import { Icon } from '../../ui/Icon'
import { PasswordField } from '../../ui/PasswordField'
import { Submit } from '../../ui/Submit'
import { NewPasswordFields } from './CredentialFields'
import { checkCurrentPassword } from './checks'
import { useUpdateAccount } from './queries'
import { UsernameField, useUsername } from './UsernameField'

type Field = 'username' | 'currentPassword' | 'password' | 'confirmPassword'

/** Form with the member's username and password. */
export function AccountForm({ profile }: { profile: Profile }) {
  const [withPassword, setWithPassword] = useState(false)
  const username = useUsername(profile.username)
  const update = useUpdateAccount(profile, ({ password }) => {
    if (password) setWithPassword(false)
  })
  return (
    <section className="stack" aria-labelledby="your-account">
      <h2 id="your-account">Your account</h2>
      {update.isSuccess && <Banner tone="good">Account updated successfully.</Banner>}
      <Form<Field>
        onSubmit={(values) => update.mutate(values)}
        error={update.error}
        busy={update.isPending}
        saved={update.isSuccess}
      >
        <UsernameField username={username} />
        {withPassword ? (
          <>
            <PasswordField
              name="currentPassword"
              label="Current password"
              autoComplete="current-password"
              check={checkCurrentPassword}
            />
            <NewPasswordFields label="New password" />
            <div>
              <Button variant="quiet" onClick={() => setWithPassword(false)}>
                Cancel
              </Button>
            </div>
          </>
        ) : (
          <div>
            <Button variant="quiet" onClick={() => setWithPassword(true)}>
              <Icon name="pen" /> Change the password
            </Button>
          </div>
        )}
        <Submit needsChange blocked={username.blocks}>
          {update.isPending ? 'Saving…' : 'Save'}
        </Submit>
      </Form>
    </section>
  )
}

import type { Profile } from '../../api/profiles'
import { serverConfig } from '../../lib/server-config'
import { useMember } from '../../lib/session'
import { RadioGroup } from '../../ui/ChoiceGroup'
import { checkEmail, required } from '../../ui/checks'
import { Form } from '../../ui/Form'
import { Submit } from '../../ui/Submit'
import { TextField } from '../../ui/TextField'
import type { NewPayout } from './queries'

type Field = 'name' | 'email' | 'preferredPayment'

const REWARDS = ['Amazon Gift Card', 'PayPal', 'Venmo'].map((way) => ({ value: way, label: way }))

interface ClaimFormProps {
  profile: Profile
  claim: {
    mutate(payout: NewPayout): void
    error: Error | null
    isPending: boolean
  }
}

/** To whom a reward goes, and how. The address may be another than the account's. */
export function ClaimForm({ profile, claim }: ClaimFormProps) {
  const { uid, email } = useMember()
  return (
    <Form<Field>
      onSubmit={(to) =>
        claim.mutate({ uid, email, data: { ...to, name: to.name.trim(), email: to.email.trim() } })
      }
      error={claim.error}
      busy={claim.isPending}
    >
      <TextField
        name="name"
        label="Name"
        autoComplete="name"
        defaultValue={profile.name}
        check={required('Name is required.')}
      />
      <TextField
        name="email"
        label="Email"
        hint="The reward is sent to this address."
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        defaultValue={profile.email}
        check={checkEmail}
      />
      <RadioGroup
        name="preferredPayment"
        label="Preferred reward method"
        choices={REWARDS}
        check={required('Please choose how you would like your reward.')}
        stacked
      />
      <Submit>{claim.isPending ? 'Processing…' : 'Claim Your Prize'}</Submit>
      {serverConfig.contact && (
        <p className="meta">
          Need help? Write to <a href={`mailto:${serverConfig.contact}`}>{serverConfig.contact}</a>.
        </p>
      )}
    </Form>
  )
}

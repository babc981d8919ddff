import { type Profile, useProfile } from '../../entities/member/queries'
import { errorMessage } from '../../lib/api-error'
import { serverConfig } from '../../lib/server-config'
import { useMember } from '../../lib/session'
import { paths } from '../../paths'
import { Banner } from '../../ui/Banner'
import { ButtonLink } from '../../ui/ButtonLink'
import { Card } from '../../ui/Card'
import { RadioGroup } from '../../ui/ChoiceGroup'
import { checkEmail, required } from '../../ui/checks'
import { EmptyState } from '../../ui/EmptyState'
import { Form } from '../../ui/Form'
import { Envelope } from '../../ui/illustrations/empty-states'
import { Page } from '../../ui/Page'
import { Skeleton } from '../../ui/Skeleton'
import { Submit } from '../../ui/Submit'
import { TextField } from '../../ui/TextField'
import { type NewPayout, useClaim, useWin } from './queries'

const TITLE = 'Congratulations, You’re a Winner!'

/** Page where a winner enters how to get the reward. */
export function PayoutPage() {
  const profile = useProfile()
  const claim = useClaim()
  const win = useWin()
  if (claim.data) return <Claimed reward={claim.data.reward} />
  if (win.data === null) return <NothingToClaim />
  const lead = win.data ? `You have won ${win.data.reward}.` : undefined
  return (
    <Page title={TITLE} {...(lead && { lead })} narrow>
      {win.error && <Banner tone="error">{errorMessage(win.error)}</Banner>}
      <Card>
        {profile && win.data ? (
          <ClaimForm profile={profile} claim={claim} />
        ) : (
          <Skeleton label="Loading your profile…" lines={6} />
        )}
      </Card>
    </Page>
  )
}

function Claimed({ reward }: { reward: string }) {
  return (
    <Page title="Thank you for your submission!" narrow>
      <EmptyState
        drawing={<Envelope />}
        title="Your reward will be processed shortly."
        action={<ButtonLink href={paths.library}>Go to the library</ButtonLink>}
      >
        <p>Your reward is {reward}.</p>
        {serverConfig.sendsMail && <p>We’ll email you when it’s on its way.</p>}
      </EmptyState>
    </Page>
  )
}

function NothingToClaim() {
  return (
    <Page title="Nothing to claim" narrow>
      <EmptyState
        drawing={<Envelope />}
        title="You have no win to claim."
        action={<ButtonLink href={paths.library}>Go to the library</ButtonLink>}
      >
        <p>Every win is claimed once.</p>
      </EmptyState>
    </Page>
  )
}

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

/** Form with the recipient of a reward. The address may differ from the account's. */
function ClaimForm({ profile, claim }: ClaimFormProps) {
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
        check={required('Enter your name.')}
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
        check={required('Choose how you would like your reward.')}
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

import { errorMessage } from '../../api/error'
import { useProfile } from '../../api/profiles'
import { serverConfig } from '../../lib/server-config'
import { paths } from '../../paths'
import { Banner } from '../../ui/Banner'
import { ButtonLink } from '../../ui/ButtonLink'
import { Card } from '../../ui/Card'
import { Envelope } from '../../ui/drawings/Envelope'
import { EmptyState } from '../../ui/EmptyState'
import { Page } from '../../ui/Page'
import { Skeleton } from '../../ui/Skeleton'
import { ClaimForm } from './ClaimForm'
import { useClaim, useWin } from './queries'

const TITLE = 'Congratulations, You’re a Winner!'

/** Where a winner says how the reward should come. */
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
        <p>
          It is {reward}.{serverConfig.sendsMail && ' We write to you when it is on its way.'}
        </p>
      </EmptyState>
    </Page>
  )
}

function NothingToClaim() {
  return (
    <Page title="Nothing to claim" narrow>
      <EmptyState
        drawing={<Envelope />}
        title="There is no win of yours to claim."
        action={<ButtonLink href={paths.library}>Go to the library</ButtonLink>}
      >
        <p>Every win is claimed once.</p>
      </EmptyState>
    </Page>
  )
}

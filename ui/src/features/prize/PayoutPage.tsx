import { ApiError, wordsOf } from '../../api/error'
import { useProfile } from '../../api/profiles'
import { community } from '../../lib/community'
import { paths } from '../../paths'
import { ButtonLink } from '../../ui/ButtonLink'
import { Card } from '../../ui/Card'
import { Envelope } from '../../ui/drawings/Envelope'
import { EmptyState } from '../../ui/EmptyState'
import { Page } from '../../ui/Page'
import { Skeleton } from '../../ui/Skeleton'
import { ClaimForm } from './ClaimForm'
import { useClaim } from './queries'

const TITLE = 'Congratulations, You’re a Winner!'

/** Where a winner says how the reward should come. */
export function PayoutPage() {
  const profile = useProfile()
  const claim = useClaim()
  if (claim.data) return <Claimed reward={claim.data.reward} />
  if (nothingToClaim(claim.error)) return <NothingToClaim words={wordsOf(claim.error)} />
  return (
    <Page title={TITLE} lead={`You have won ${community.reward}.`} narrow>
      <Card>
        {profile ? (
          <ClaimForm profile={profile} claim={claim} />
        ) : (
          <Skeleton label="Loading your profile…" lines={6} />
        )}
      </Card>
    </Page>
  )
}

const nothingToClaim = (error: Error | null) => error instanceof ApiError && error.status === 403

function Claimed({ reward }: { reward: string }) {
  return (
    <Page title="Thank you for your submission!" narrow>
      <EmptyState
        drawing={<Envelope />}
        title="Your reward will be processed shortly."
        action={<ButtonLink href={paths.library}>Go to the library</ButtonLink>}
      >
        <p>
          It is {reward}.{community.sendsMail && ' We write to you when it is on its way.'}
        </p>
      </EmptyState>
    </Page>
  )
}

function NothingToClaim({ words }: { words: string }) {
  return (
    <Page title="Nothing to claim" narrow>
      <EmptyState
        drawing={<Envelope />}
        title={words}
        action={<ButtonLink href={paths.library}>Go to the library</ButtonLink>}
      >
        <p>Every win is claimed once.</p>
      </EmptyState>
    </Page>
  )
}

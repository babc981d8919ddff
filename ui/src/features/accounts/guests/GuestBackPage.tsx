import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { errorMessage, isTransient } from '../../../lib/api-error'
import { useGuestBook, useSession } from '../../../lib/session'
import { useStored } from '../../../lib/storage'
import { paths } from '../../../paths'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { ButtonLink } from '../../../ui/ButtonLink'
import { Page } from '../../../ui/Page'
import { useComeBack } from './queries'

/** Target of a guest's private link, which signs the guest in and leads to their book. A member of this browser is asked first. */
export function GuestBackPage({ secret }: { secret: string }) {
  const [, navigate] = useLocation()
  const session = useSession()
  const guestOf = useGuestBook()
  const isMember = session !== undefined && guestOf === null
  const { mutate, error, isIdle, isPending } = useComeBack((bid) =>
    // Going back would sign in again.
    navigate(paths.entries(bid), { replace: true }),
  )
  useEffect(() => {
    if (isIdle && !isMember) mutate(secret)
  }, [isIdle, isMember, mutate, secret])
  const comeBack = () => mutate(secret)
  return (
    <Page title="Welcome back" narrow>
      <div className="stack">
        {error ? (
          <Failure error={error} onRetry={comeBack} />
        ) : isMember ? (
          <SignedInMember busy={isPending} onContinue={comeBack} />
        ) : (
          <p role="status">Opening your book…</p>
        )}
      </div>
    </Page>
  )
}

interface FailureProps {
  error: Error
  onRetry(): void
}

function Failure({ error, onRetry }: FailureProps) {
  return (
    <>
      <Banner tone="error">{errorMessage(error)}</Banner>
      {isTransient(error) ? (
        <div className="row">
          <Button variant="primary" onClick={onRetry}>
            Try again
          </Button>
        </div>
      ) : (
        <>
          <p>Ask the people who look after the book for its guest link to begin again.</p>
          <div className="row">
            <ButtonLink href={paths.home}>Go to the home page</ButtonLink>
          </div>
        </>
      )}
    </>
  )
}

interface SignedInMemberProps {
  busy: boolean
  onContinue(): void
}

/** Question to a member who opens the private link of a guest, which would end the member's session here. */
function SignedInMember({ busy, onContinue }: SignedInMemberProps) {
  const name = useStored('name') ?? ''
  return (
    <>
      <p>You’re signed in as {name}. This link signs you out here, and continues as a guest.</p>
      <div className="row">
        <Button variant="primary" busy={busy} onClick={onContinue}>
          Continue as guest
        </Button>
        <ButtonLink href={paths.begin}>Stay signed in</ButtonLink>
      </div>
    </>
  )
}

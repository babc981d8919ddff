import { useState } from 'react'
import { Link } from 'wouter'
import { errorMessage, isNotFound, isTransient } from '../../../lib/api-error'
import { useMember } from '../../../lib/session'
import { useStored } from '../../../lib/storage'
import { paths } from '../../../paths'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { Page } from '../../../ui/Page'
import { useApproveTablet, useTabletChoices } from './queries'
import styles from './TabletSignIn.module.css'

/** Page on a phone that signs a tablet in, after the member has compared the code on it. */
export function TabletApprovalPage({ code }: { code: string }) {
  const approve = useApproveTablet(code)
  const [isDeclined, setDeclined] = useState(false)
  return (
    <Page title="Sign a tablet in" narrow>
      <div className="stack">
        {approve.error && <Banner tone="error">{errorMessage(approve.error)}</Banner>}
        {approve.isSuccess ? (
          <Approved />
        ) : isDeclined ? (
          <Banner>
            <p>The tablet stays signed out.</p>
            <p>If it’s yours, make a new code on it.</p>
          </Banner>
        ) : approve.error && !isTransient(approve.error) ? null : (
          <Choices code={code} approve={approve} onDecline={() => setDeclined(true)} />
        )}
      </div>
    </Page>
  )
}

function Approved() {
  return (
    <Banner tone="good">
      <p>
        <strong>Your tablet is signed in.</strong>
      </p>
      <p>
        You can sign it out in <Link href={paths.settings}>Settings</Link>, under “Where you are
        signed in”.
      </p>
    </Banner>
  )
}

interface ChoicesProps {
  code: string
  approve: ReturnType<typeof useApproveTablet>
  onDecline(): void
}

/** Three codes, of which the member chooses the one on the tablet. A stranger's tablet shows a code that they can't see. */
function Choices({ code, approve, onDecline }: ChoicesProps) {
  const { email } = useMember()
  const name = useStored('name') || email
  const { data, error, isFetching, refetch } = useTabletChoices(code)
  if (error) {
    return (
      <>
        <Banner tone="error">{errorMessage(error)}</Banner>
        {!isNotFound(error) && (
          <div className="row">
            <Button busy={isFetching} onClick={() => refetch()}>
              Try again
            </Button>
          </div>
        )}
      </>
    )
  }
  if (!data) return <p role="status">Looking for your tablet…</p>
  return (
    <>
      <p>
        A tablet wants to be signed in as <strong>{name}</strong>. Only continue if you hold it in
        your hands.
      </p>
      <section className="stack" aria-labelledby="choices">
        <h2 id="choices">Which code does your tablet show?</h2>
        {data.choices.map((choice) => (
          <Button
            key={choice}
            className={styles.choice}
            busy={approve.isPending && approve.variables === choice}
            disabled={approve.isPending}
            onClick={() => approve.mutate(choice)}
          >
            {choice}
          </Button>
        ))}
        <Button variant="quiet" disabled={approve.isPending} onClick={onDecline}>
          None of these
        </Button>
      </section>
    </>
  )
}

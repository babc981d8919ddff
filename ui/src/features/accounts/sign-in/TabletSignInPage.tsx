import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { errorMessage, isNotFound } from '../../../lib/api-error'
import { paths } from '../../../paths'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { ButtonLink } from '../../../ui/ButtonLink'
import { Page } from '../../../ui/Page'
import { useLast } from '../last'
import { type TabletRequest, useBeginTabletSignIn, useClaimTabletSession } from './queries'
import styles from './TabletSignIn.module.css'

/** Page on a tablet that a phone signs in, because typing a password on e-ink takes long. */
export function TabletSignInPage() {
  const last = useLast()
  const { data, error, isIdle, mutate } = useBeginTabletSignIn()
  useEffect(() => {
    if (isIdle) mutate()
  }, [isIdle, mutate])
  return (
    <Page title="Sign in with a phone" narrow>
      <div className="stack">
        {error ? (
          <Ended message={errorMessage(error)} action="Try again" onAgain={mutate} />
        ) : data ? (
          <Waiting key={data.code} request={data} onAgain={mutate} />
        ) : (
          <Making />
        )}
        <div className="row">
          <ButtonLink href={paths.signIn({ last })} variant="quiet">
            Sign in with a password
          </ButtonLink>
        </div>
      </div>
    </Page>
  )
}

interface WaitingProps {
  request: TabletRequest
  onAgain(): void
}

/** Codes for the phone, until it has signed the tablet in. Nothing moves meanwhile, which e-ink would show as flashes. */
function Waiting({ request, onAgain }: WaitingProps) {
  const [, navigate] = useLocation()
  const last = useLast()
  const error = useClaimTabletSession(request, () =>
    // Going back would make another code.
    navigate(last ?? paths.begin, { replace: true }),
  )
  if (error) {
    const message = isNotFound(error)
      ? 'This code has expired or was used. Make a new one.'
      : errorMessage(error)
    return <Ended message={message} action="Make a new code" onAgain={onAgain} />
  }
  return <Steps request={request} />
}

/** Transparent picture of one pixel. */
const BLANK = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

/** Steps as they will be, invisible, so that nothing moves when the codes come. */
function Making() {
  const link = `${window.location.origin}/tablet/000000`
  return (
    <div className={styles.making}>
      <p role="status">Making a code…</p>
      <div className={styles.invisible} aria-hidden="true">
        <Steps request={{ qrcode: BLANK, shown: '0000', link }} />
      </div>
    </div>
  )
}

interface StepsProps {
  request: Pick<TabletRequest, 'qrcode' | 'shown' | 'link'>
}

/** Codes of a request, with what to do with them on the phone. */
function Steps({ request }: StepsProps) {
  return (
    <div className="stack">
      <ol className={styles.steps}>
        <li>
          Scan this with a phone where you’re signed in.
          <img
            className={styles.qrcode}
            src={request.qrcode}
            alt="QR code of the address below"
            width="288"
            height="288"
          />
        </li>
        <li>
          Choose this code on your phone: <strong className={styles.shown}>{request.shown}</strong>
        </li>
        <li>Wait a moment. This tablet signs in by itself.</li>
      </ol>
      <p>
        Can’t scan it? Open <strong>{request.link}</strong> on your phone.
      </p>
      <p className="meta">Works for two minutes.</p>
    </div>
  )
}

interface EndedProps {
  message: string
  /** Label of the button. */
  action: string
  onAgain(): void
}

function Ended({ message, action, onAgain }: EndedProps) {
  return (
    <>
      <Banner tone="error">{message}</Banner>
      <div className="row">
        <Button variant="primary" onClick={() => onAgain()}>
          {action}
        </Button>
      </div>
    </>
  )
}

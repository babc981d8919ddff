import { Link } from 'wouter'
import {
  MAX_RESUBMISSIONS,
  type ResubmissionAllowance,
  useAddRetry,
} from '../../../entities/prize/queries'
import { errorMessage } from '../../../lib/api-error'
import { plural } from '../../../lib/format'
import { serverConfig } from '../../../lib/server-config'
import { paths } from '../../../paths'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { ButtonLink, OutsideLink } from '../../../ui/ButtonLink'
import { Dialog } from '../../../ui/Dialog'
import { Progress } from '../../../ui/Progress'
import type { CreditCheck } from './use-credit-check'

interface ResubmissionProps {
  bid: string
  retries: ResubmissionAllowance
  /** Checks for credits again. */
  onCheck(): void
}

/** Replaces the upload if a resubmission needs a credit that is missing. */
export function Resubmission({ bid, retries, onCheck }: ResubmissionProps) {
  return (
    <section className="stack" aria-labelledby="resubmit">
      <h2 id="resubmit">Submit again</h2>
      {retries.available > 0 ? (
        <RetriesLeft bid={bid} retries={retries} onCheck={onCheck} />
      ) : (
        <p>The limit of {MAX_RESUBMISSIONS} resubmissions has been reached.</p>
      )}
      <p className="meta">
        Your handwriting is in this book already. A full page or a typed answer can be added at any
        time, with the tabs above. What you submitted is among your{' '}
        <Link href={paths.entries(bid)}>contributions</Link>.
      </p>
    </section>
  )
}

function RetriesLeft({ bid, retries: { available, checkout }, onCheck }: ResubmissionProps) {
  return (
    <>
      <p>
        {plural(
          available,
          'You can submit a form of this book once more. It replaces your earlier answers.',
          'You can submit a form of this book # more times. Each replaces your earlier answers.',
        )}
      </p>
      {checkout ? (
        <div className="row">
          <Checkout href={checkout} />
          <Button onClick={onCheck}>I have paid</Button>
        </div>
      ) : (
        <FreeRetry bid={bid} onCheck={onCheck} />
      )}
    </>
  )
}

/** Link to the payment page, embedded in ours if the provider allows it. */
const Checkout = ({ href }: { href: string }) =>
  serverConfig.framesCheckout ? (
    <ButtonLink href={paths.checkout} variant="primary">
      Resubmit
    </ButtonLink>
  ) : (
    <OutsideLink href={href} variant="primary">
      Resubmit
    </OutsideLink>
  )

function FreeRetry({ bid, onCheck }: { bid: string; onCheck(): void }) {
  const { mutate, isPending, error } = useAddRetry(bid, onCheck)
  return (
    <>
      <div className="row">
        <Button variant="primary" busy={isPending} onClick={() => mutate()}>
          Resubmit
        </Button>
      </div>
      {error && <Banner tone="error">{errorMessage(error)}</Banner>}
    </>
  )
}

/** Dialog with the progress of the credit check. Closing it stops the check. */
export function CreditDialog({ message, percent, stop }: CreditCheck) {
  return (
    <Dialog title="Getting ready" onClose={stop}>
      <div className="stack">
        <p role="status">{message}</p>
        <Progress label="Checking your credits" percent={percent} />
      </div>
    </Dialog>
  )
}

import { Link } from 'wouter'
import { errorMessage } from '../../../api/error'
import {
  MAX_RESUBMISSIONS,
  type ResubmissionAllowance,
  useAddRetry,
} from '../../../api/resubmissions'
import { serverConfig } from '../../../lib/server-config'
import { paths } from '../../../paths'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { ButtonLink, OutsideLink } from '../../../ui/ButtonLink'

interface ResubmissionProps {
  bid: string
  retries: ResubmissionAllowance
  /** Looks for credits once more. */
  onCheck(): void
}

/** Stands where a form would be added, when submitting one again takes a credit that is not there. */
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
  const left = available === 1 ? 'once more' : `${available} more times`
  return (
    <>
      <p>You can submit a form of this book {left}. The earlier answers are then replaced.</p>
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

/** The payment page, within a page of ours where the provider allows it. */
const Checkout = ({ href }: { href: string }) =>
  serverConfig.framesCheckout ? (
    <ButtonLink href={paths.checkout} look="primary">
      Resubmit
    </ButtonLink>
  ) : (
    <OutsideLink href={href} look="primary">
      Resubmit
    </OutsideLink>
  )

function FreeRetry({ bid, onCheck }: { bid: string; onCheck(): void }) {
  const { mutate, isPending, error } = useAddRetry(bid, onCheck)
  return (
    <>
      <div className="row">
        <Button look="primary" busy={isPending} onClick={() => mutate()}>
          Resubmit
        </Button>
      </div>
      {error && <Banner tone="error">{errorMessage(error)}</Banner>}
    </>
  )
}

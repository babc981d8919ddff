import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { useInvalidateMemos } from '../../../entities/memo/queries'
import {
  MAX_RESUBMISSIONS,
  type ResubmissionAllowance,
  useAddResubmission,
} from '../../../entities/prize/queries'
import { errorMessage } from '../../../lib/api-error'
import { plural } from '../../../lib/format'
import { logOnly } from '../../../lib/log'
import { serverConfig } from '../../../lib/server-config'
import { useMember } from '../../../lib/session'
import { paths } from '../../../paths'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { ButtonLink, OutsideLink } from '../../../ui/ButtonLink'
import { Dialog } from '../../../ui/Dialog'
import { Progress } from '../../../ui/Progress'
import { fetchCredits } from '../queries'

interface ResubmissionProps {
  bid: string
  allowance: ResubmissionAllowance
  /** Checks for credits again. */
  onCheck(): void
}

/** Replaces the upload if a resubmission needs a credit that is missing. */
export function Resubmission({ bid, allowance, onCheck }: ResubmissionProps) {
  return (
    <section className="stack" aria-labelledby="resubmit">
      <h2 id="resubmit">Submit again</h2>
      {allowance.available > 0 ? (
        <RemainingResubmissions bid={bid} allowance={allowance} onCheck={onCheck} />
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

function RemainingResubmissions({
  bid,
  allowance: { available, checkout },
  onCheck,
}: ResubmissionProps) {
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
        <FreeResubmission bid={bid} onCheck={onCheck} />
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

function FreeResubmission({ bid, onCheck }: { bid: string; onCheck(): void }) {
  const { mutate, isPending, error } = useAddResubmission(bid, onCheck)
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

/** Maximum number of checks, one per second: a payment takes a moment to arrive. */
const MAX_CHECKS = 5
/** Number of checks before the message explains the wait. */
const CHECKS_BEFORE_EXPLAINING = 2
const CHECK_INTERVAL_MS = 1000

const MESSAGES = {
  started: 'Rounding up the unicorns..',
  checking: 'We are checking your Retry credits',
  found: 'We found your credits',
}

/** State of the check for credits. */
interface CreditCheck {
  step: 'idle' | 'checking' | 'found' | 'none'
  /** Number of credits that were found. */
  amount: number
  /** Whether the dialog is shown: during the check, and a moment longer if credits were found. */
  shown: boolean
  /** Message of the dialog. */
  message: string
  /** Progress of the checks in percent. */
  percent: number
  /** Stops the check. */
  stop(): void
  /** Starts the check again. */
  restart(): void
}

/** Checks for credits if a submission needs one. */
export function useCreditCheck(needed: boolean): CreditCheck {
  const { uid } = useMember()
  const invalidateMemos = useInvalidateMemos()
  const [round, setRound] = useState(0)
  const [checks, setChecks] = useState(0)
  const [amount, setAmount] = useState(0)
  const [isDismissed, setIsDismissed] = useState(false)
  const timer = useRef<ReturnType<typeof setInterval>>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks anew
  useEffect(() => {
    if (!needed) return
    setChecks(0)
    setAmount(0)
    setIsDismissed(false)
    let count = 0
    timer.current = setInterval(async () => {
      count += 1
      setChecks(count)
      if (count >= MAX_CHECKS) clearInterval(timer.current)
      try {
        const credits = await fetchCredits(uid)
        if (credits < 1) return
        clearInterval(timer.current)
        setAmount(credits)
        invalidateMemos()
      } catch (error) {
        logOnly(error)
      }
    }, CHECK_INTERVAL_MS)
    return () => clearInterval(timer.current)
  }, [needed, round, uid])

  const found = amount > 0
  useEffect(() => {
    if (!found) return
    const timer = setTimeout(() => setIsDismissed(true), CHECK_INTERVAL_MS)
    return () => clearTimeout(timer)
  }, [found])

  const step = stepOf(needed, found, checks)
  const checking = checks < CHECKS_BEFORE_EXPLAINING ? MESSAGES.started : MESSAGES.checking
  return {
    step,
    amount,
    shown: step === 'checking' || (step === 'found' && !isDismissed),
    message: found ? MESSAGES.found : checking,
    percent: found ? 100 : (100 * Math.min(checks, MAX_CHECKS)) / MAX_CHECKS,
    stop: () => {
      clearInterval(timer.current)
      setChecks(MAX_CHECKS)
      setIsDismissed(true)
    },
    restart: () => setRound((round) => round + 1),
  }
}

function stepOf(needed: boolean, found: boolean, checks: number): CreditCheck['step'] {
  if (!needed) return 'idle'
  if (found) return 'found'
  return checks < MAX_CHECKS ? 'checking' : 'none'
}

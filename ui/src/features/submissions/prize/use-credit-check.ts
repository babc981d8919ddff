import { useEffect, useRef, useState } from 'react'
import { call } from '../../../api/client'
import { useInvalidateMemos } from '../../../entities/memo/queries'
import { prizeApi } from '../../../entities/prize/queries'
import { logOnly } from '../../../lib/log'
import { useMember } from '../../../lib/session'

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
export interface CreditCheck {
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
  const renewMemos = useInvalidateMemos()
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
        const path = { named: uid }
        const { amt } = await call(prizeApi.GET('/credits/{named}', { params: { path } }))
        if (amt < 1) return
        clearInterval(timer.current)
        setAmount(amt)
        renewMemos()
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

import { useEffect, useRef, useState } from 'react'
import { call } from '../../../api/client'
import { useRenewMemos } from '../../../entities/memo/queries'
import { prizeApi } from '../../../entities/prize/queries'
import { logOnly } from '../../../lib/log'
import { useMember } from '../../../lib/session'

/** A payment takes a moment to arrive: credits are asked for every second, so often. */
const MAX_CHECKS = 5
/** From here on it is said what is waited for. */
const CHECKS_BEFORE_EXPLAINING = 2
const CHECK_INTERVAL_MS = 1000

const MESSAGES = {
  started: 'Rounding up the unicorns..',
  checking: 'We are checking your Retry credits',
  found: 'We found your credits',
}

/** What is known of a member's credits. */
export interface CreditCheck {
  step: 'idle' | 'checking' | 'found' | 'none'
  /** Number of credits that were found. */
  amount: number
  /** Whether the dialog is shown: until the search is over, and a moment longer when something was found. */
  shown: boolean
  /** For the dialog that is shown meanwhile. */
  message: string
  /** How many of the ticks are over, in percent. */
  percent: number
  /** Stops waiting. */
  stop(): void
  /** Asks anew. */
  restart(): void
}

/** Asks for credits when a submission takes one. */
export function useCreditCheck(needed: boolean): CreditCheck {
  const { uid } = useMember()
  const renewMemos = useRenewMemos()
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

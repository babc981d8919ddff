import { useEffect, useRef, useState } from 'react'
import { call } from '../../../api/client'
import { useRenewMemos } from '../../../entities/memo/queries'
import { prizeApi } from '../../../entities/prize/queries'
import { logOnly } from '../../../lib/log'
import { useMember } from '../../../lib/session'

/** A payment takes a moment to arrive: credits are asked for every second, so often. */
const TICKS = 5
/** From here on it is said what is waited for. */
const TELLING = 2
const SECOND = 1000

const WORDS = {
  begun: 'Rounding up the unicorns..',
  telling: 'We are checking your Retry credits',
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
  words: string
  /** How many of the ticks are over, in percent. */
  percent: number
  /** Stops waiting. */
  stop(): void
  /** Asks anew. */
  again(): void
}

/** Asks for credits when a submission takes one. */
export function useCreditCheck(needed: boolean): CreditCheck {
  const { uid } = useMember()
  const renewMemos = useRenewMemos()
  const [round, setRound] = useState(0)
  const [ticks, setTicks] = useState(0)
  const [amount, setAmount] = useState(0)
  const [told, setTold] = useState(false)
  const timer = useRef<ReturnType<typeof setInterval>>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks anew
  useEffect(() => {
    if (!needed) return
    setTicks(0)
    setAmount(0)
    setTold(false)
    let tick = 0
    timer.current = setInterval(async () => {
      tick += 1
      setTicks(tick)
      if (tick >= TICKS) clearInterval(timer.current)
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
    }, SECOND)
    return () => clearInterval(timer.current)
  }, [needed, round, uid])

  const found = amount > 0
  useEffect(() => {
    if (!found) return
    const timer = setTimeout(() => setTold(true), SECOND)
    return () => clearTimeout(timer)
  }, [found])

  const step = stepOf(needed, found, ticks)
  const checking = ticks < TELLING ? WORDS.begun : WORDS.telling
  return {
    step,
    amount,
    shown: step === 'checking' || (step === 'found' && !told),
    words: found ? WORDS.found : checking,
    percent: found ? 100 : (100 * Math.min(ticks, TICKS)) / TICKS,
    stop: () => {
      clearInterval(timer.current)
      setTicks(TICKS)
      setTold(true)
    },
    again: () => setRound((round) => round + 1),
  }
}

function stepOf(needed: boolean, found: boolean, ticks: number): CreditCheck['step'] {
  if (!needed) return 'idle'
  if (found) return 'found'
  return ticks < TICKS ? 'checking' : 'none'
}

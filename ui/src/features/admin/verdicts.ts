import type { Reported, ReportsState, Verdict } from './report-queries'

interface Choice {
  verdict: Verdict
  label: string
  /** It is asked about first. */
  asks?: true
}

const REMOVE: Choice = { verdict: 'remove', label: 'Remove…', asks: true }

/** What can be decided about something as it is now. What is settled can be decided anew, unless it is gone. */
export function verdictsFor(is: Reported['state'], state: ReportsState): Choice[] {
  const isOpen = state === 'open'
  if (is === 'removed') return isOpen ? [{ verdict: 'remove', label: 'It is gone: settle' }] : []
  if (is === 'hidden') {
    const leave: Choice[] = isOpen ? [{ verdict: 'hide', label: 'Leave it hidden' }] : []
    return [...leave, { verdict: 'show', label: 'Show it again' }, REMOVE]
  }
  const leave: Choice[] = isOpen ? [{ verdict: 'show', label: 'Leave it' }] : []
  return [{ verdict: 'hide', label: 'Hide' }, ...leave, REMOVE]
}

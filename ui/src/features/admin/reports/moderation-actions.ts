import type { Reported, ReportsState, Verdict } from './queries'

interface Choice {
  verdict: Verdict
  label: string
  /** The dialog that comes first. */
  asks?: 'hide' | 'remove'
}

const REMOVE: Choice = { verdict: 'remove', label: 'Remove…', asks: 'remove' }
const HIDE: Choice = { verdict: 'hide', label: 'Hide' }
/** The writer of a memo is told why. */
const HIDE_MEMO: Choice = { verdict: 'hide', label: 'Hide…', asks: 'hide' }

/** What can be decided about something as it is now. What is settled can be decided anew, unless it is gone. */
export function actionsFor({ kind, state: is }: Reported, state: ReportsState): Choice[] {
  const isOpen = state === 'open'
  if (is === 'removed') return isOpen ? [{ verdict: 'remove', label: 'It is gone: settle' }] : []
  if (is === 'hidden') {
    const leave: Choice[] = isOpen ? [{ ...HIDE, label: 'Leave it hidden' }] : []
    return [...leave, { verdict: 'show', label: 'Show it again' }, REMOVE]
  }
  const leave: Choice[] = isOpen ? [{ verdict: 'show', label: 'Leave it' }] : []
  return [kind === 'memo' ? HIDE_MEMO : HIDE, ...leave, REMOVE]
}

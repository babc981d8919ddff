import { type RefObject, useMemo } from 'react'
import { useShortcuts } from '../../../lib/shortcuts'

/** What keys reach in a card: its heading, and its verdicts by what they are. */
export const REPORT_HEADING = 'data-report-heading'
export const VERDICT = 'data-verdict'

const currentCard = () => document.activeElement?.closest('article')

function step(list: HTMLElement | null, by: 1 | -1) {
  const cards = Array.from(list?.querySelectorAll('article') ?? [])
  const card = currentCard()
  const at = card ? cards.indexOf(card) : -1
  const next = cards[at === -1 ? 0 : at + by]
  next?.querySelector<HTMLElement>(`[${REPORT_HEADING}]`)?.focus()
}

/** From outside a key only leads to the first card: nothing is hidden that nobody looks at. */
function judge(list: HTMLElement | null, verdict: string) {
  const card = currentCard()
  if (card) card.querySelector<HTMLElement>(`[${VERDICT}="${verdict}"]`)?.click()
  else step(list, 1)
}

/** The keys of a list of reports; the shell's list of keys names them. */
export function useReportShortcuts(list: RefObject<HTMLElement | null>) {
  const actions = useMemo(
    () => ({
      j: () => step(list.current, 1),
      k: () => step(list.current, -1),
      h: () => judge(list.current, 'hide'),
      s: () => judge(list.current, 'show'),
      r: () => judge(list.current, 'remove'),
    }),
    [list],
  )
  useShortcuts(actions)
}

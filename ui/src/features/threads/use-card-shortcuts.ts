import { type RefObject, useMemo } from 'react'
import { useShortcuts } from '../../lib/shortcuts'

/** What keys reach in a card: its name, and what can be done about it. */
export const CARD_LINK = 'data-card-link'
export const COMMENT_LINK = 'data-comment-link'
const LIKE_BUTTON = 'button[aria-pressed]'

const currentCard = () => document.activeElement?.closest('article')

function press(what: string) {
  currentCard()?.querySelector<HTMLElement>(what)?.click()
}

/** Goes to the next card or the one before, and from outside to the first. */
function step(grid: HTMLElement | null, by: 1 | -1) {
  const cards = Array.from(grid?.querySelectorAll('article') ?? [])
  const card = currentCard()
  const at = card ? cards.indexOf(card) : -1
  const next = cards[at === -1 ? 0 : at + by]
  next?.querySelector<HTMLElement>(`[${CARD_LINK}]`)?.focus()
}

/** The keys of a grid of posts; the shell's list of keys names them. */
export function useCardShortcuts(grid: RefObject<HTMLElement | null>) {
  const actions = useMemo(
    () => ({
      j: () => step(grid.current, 1),
      k: () => step(grid.current, -1),
      l: () => press(LIKE_BUTTON),
      c: () => press(`[${COMMENT_LINK}]`),
    }),
    [grid],
  )
  useShortcuts(actions)
}

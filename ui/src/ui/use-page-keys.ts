import type { RefObject } from 'react'
import { useWindowEvent } from '../lib/use-window-event'

/** Those who type, choose or look at something above the page need these keys themselves. */
const OTHERS = 'input, textarea, select, dialog, [contenteditable]'

/** Which way a key leads. The page keys first go through what does not fit into the window. */
function wayOf(event: KeyboardEvent): 'back' | 'on' | undefined {
  const { innerHeight, scrollY } = window
  switch (event.key) {
    case 'ArrowLeft':
      return 'back'
    case 'ArrowRight':
      return 'on'
    case 'PageUp':
      return scrollY <= 1 ? 'back' : undefined
    case 'PageDown':
      return scrollY + innerHeight >= document.documentElement.scrollHeight - 1 ? 'on' : undefined
  }
}

/** The keys of an e-reader press the first or the last element of a pager. */
export function usePageKeys(pager: RefObject<HTMLElement | null>, active: boolean) {
  const press = (event: KeyboardEvent) => {
    const { altKey, ctrlKey, metaKey, shiftKey, target } = event
    const way = wayOf(event)
    if (!way || event.defaultPrevented || altKey || ctrlKey || metaKey || shiftKey) return
    if (target instanceof Element && target.closest(OTHERS)) return
    const { firstElementChild, lastElementChild } = pager.current ?? {}
    const turn = way === 'back' ? firstElementChild : lastElementChild
    event.preventDefault()
    if (turn instanceof HTMLElement) turn.click()
  }
  useWindowEvent('keydown', active ? press : undefined)
}

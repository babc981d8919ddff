import { announce } from './announce'

/**
 * What a browser does on a page load and an application must do itself: start at the top and let
 * screen readers begin with the heading. Back and Forward keep the scroll that the browser restores.
 */
let first = true
let byHistory = false

// Nobody goes back and forth where basic pages are drawn.
if (!import.meta.env.SSR) {
  window.addEventListener('popstate', () => {
    byHistory = true
  })
  // Not every way back leads to a page that arrives: it may only close what lay above one.
  window.addEventListener('pushState', () => {
    byHistory = false
  })
}

interface Departure {
  /** Of the link that was followed. */
  id: string
  scroll: number
}

/** To be called by a link of a long list that is followed: Back then returns to it, and not to the heading. */
export function rememberScroll(id: string) {
  const departure: Departure = { id, scroll: window.scrollY }
  window.history.replaceState({ ...window.history.state, departure }, '')
}

/** Goes back to the link that this page was left by, if it is still there. */
function returnTo({ id, scroll }: Departure): boolean {
  const link = document.getElementById(id)
  link?.focus({ preventScroll: true })
  // The browser restores it by itself where the page was as long before its pictures came.
  if (link) window.scrollTo(0, scroll)
  return link !== null
}

export function focusPage(heading: HTMLElement | null, title: string) {
  const departure: Departure | undefined = window.history.state?.departure
  const isBack = byHistory && departure !== undefined && returnTo(departure)
  // The browser has just done it.
  if (!first) {
    if (!byHistory) window.scrollTo(0, 0)
    if (!isBack) heading?.focus({ preventScroll: true })
    // Some screen readers say nothing when focus is moved for them.
    announce(title)
  }
  first = false
  byHistory = false
}

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
}

export function arrive(heading: HTMLElement | null, title: string) {
  // The browser has just done it.
  if (!first) {
    if (!byHistory) window.scrollTo(0, 0)
    heading?.focus({ preventScroll: true })
    // Some screen readers say nothing when focus is moved for them.
    announce(title)
  }
  first = false
  byHistory = false
}

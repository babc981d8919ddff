/**
 * Scroll restoration and focus on navigation, as a browser does on a page load: start at the top and focus the
 * heading for screen readers. Back and Forward keep the scroll position that the browser restores.
 */

import { useEffect, useLayoutEffect } from 'react'
import { announce } from './announce'
import { storageKey } from './base'

let first = true
let byHistory = false

// Basic pages have no history.
if (!import.meta.env.SSR) {
  window.addEventListener('popstate', () => {
    byHistory = true
  })
  // Going back may only close a dialog, without a new page.
  window.addEventListener('pushState', () => {
    byHistory = false
  })
}

interface Departure {
  /** Id of the link that was followed. */
  id: string
  scroll: number
}

/** Remembers the followed link of a long list, so that Back returns to it instead of the heading. */
export function rememberScroll(id: string) {
  const departure: Departure = { id, scroll: window.scrollY }
  window.history.replaceState({ ...window.history.state, departure }, '')
}

/** Scrolls to and focuses the link that the page was left by, if it still exists. */
function returnTo({ id, scroll }: Departure): boolean {
  const link = document.getElementById(id)
  link?.focus({ preventScroll: true })
  // The browser restores the scroll itself only if the page had its full length at once.
  if (link) window.scrollTo(0, scroll)
  return link !== null
}

export function focusPage(heading: HTMLElement | null, title: string) {
  const departure: Departure | undefined = window.history.state?.departure
  const isBack = byHistory && departure !== undefined && returnTo(departure)
  // The browser has just loaded the page at its top.
  if (!first) {
    if (!byHistory) window.scrollTo(0, 0)
    if (!isBack) heading?.focus({ preventScroll: true })
    // Some screen readers don't announce a heading that gets the focus by script.
    announce(title)
  }
  first = false
  byHistory = false
}

/** Storage key of the saved scroll position and address, separated by a space. */
const SCROLL = storageKey('scroll')

/**
 * Restores the scroll position after a reload, for pages with late content: the browser restores it
 * only for content that is there at once.
 */
export function useSavedScroll() {
  useLayoutEffect(restore, [])
  useEffect(() => {
    // The history can no longer be written while a page unloads.
    window.addEventListener('pagehide', save)
    return () => window.removeEventListener('pagehide', save)
  }, [])
}

const save = () => sessionStorage.setItem(SCROLL, `${window.scrollY} ${window.location.href}`)

function restore() {
  const [scroll, address] = sessionStorage.getItem(SCROLL)?.split(' ') ?? []
  sessionStorage.removeItem(SCROLL)
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const isReload = navigation?.type === 'reload' && address === window.location.href
  if (isReload) window.scrollTo(0, Number(scroll))
}

import { useEffect, useLayoutEffect } from 'react'
import { storageKey } from './base'

/** Key of what is saved of a page that is left: its scroll, a space, and its address. */
const SCROLL = storageKey('scroll')

/**
 * Scrolls to where a reload has left the page. For a list that comes after its page: the browser restores the scroll only of what
 * is there at once.
 */
export function useSavedScroll() {
  useLayoutEffect(restore, [])
  useEffect(() => {
    // The history cannot be written any more when a page is left.
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

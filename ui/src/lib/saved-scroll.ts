import { useEffect, useLayoutEffect } from 'react'
import { storageKey } from './base'

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

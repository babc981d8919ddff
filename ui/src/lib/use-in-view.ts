import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Distance from the window that counts as in view. */
const MARGIN = '400px'

/** Whether the browser supports IntersectionObserver. */
export const canTellInView = () => import.meta.env.SSR || 'IntersectionObserver' in window

/**
 * Calls back with whether an element is in or near the window: at first, on every change, and with
 * `false` when `active` ends.
 */
export function useInView(
  element: RefObject<Element | null>,
  active: boolean,
  onChange: (inView: boolean) => void,
) {
  const change = useEffectEvent(onChange)
  useEffect(() => {
    if (!active || !element.current) return
    const observer = new IntersectionObserver(
      (entries) => change(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: MARGIN },
    )
    observer.observe(element.current)
    return () => {
      observer.disconnect()
      change(false)
    }
  }, [active, element])
}

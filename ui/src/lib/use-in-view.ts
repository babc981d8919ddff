import { type RefObject, useEffect, useEffectEvent } from 'react'

/** How near the window counts as in it. */
const MARGIN = '400px'

/** Old browsers cannot tell. */
export const canTellInView = () => 'IntersectionObserver' in window

/** Tells whether an element is in the window or near it: at first, at every change, and `false` when `active` ends. */
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

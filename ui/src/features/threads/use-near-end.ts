import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/** Between two loads, in milliseconds: one that scrolls on fast must not ask for everything. */
const GUARD = 2_000

/** How near the end has to be. */
const NEAR = '400px'

/** Where it is missing, a button does it. */
export const canWatch = () => 'IntersectionObserver' in window

/** Loads when an element comes near the window. */
export function useNearEnd(end: RefObject<Element | null>, active: boolean, load: () => void) {
  const last = useRef(Number.NEGATIVE_INFINITY)
  const loadNow = useEffectEvent(() => {
    last.current = Date.now()
    load()
  })

  useEffect(() => {
    if (!active || !end.current) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer)
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        timer = setTimeout(loadNow, Math.max(0, last.current + GUARD - Date.now()))
      },
      { rootMargin: NEAR },
    )
    observer.observe(end.current)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [active, end])
}

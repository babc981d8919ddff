import { useLayoutEffect } from 'react'

/** Handles an event of the window while there is a handler. */
export function useWindowEvent<Name extends keyof WindowEventMap>(
  name: Name,
  handler: ((event: WindowEventMap[Name]) => void) | undefined,
) {
  // In the layout: other effects may run after the page is seen, and what is dropped on it meanwhile would be lost.
  useLayoutEffect(() => {
    if (!handler) return
    window.addEventListener(name, handler)
    return () => window.removeEventListener(name, handler)
  }, [name, handler])
}

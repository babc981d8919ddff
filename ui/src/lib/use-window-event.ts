import { useLayoutEffect } from 'react'

/** Handles an event of the window while there is a handler. */
export function useWindowEvent<Name extends keyof WindowEventMap>(
  name: Name,
  handler: ((event: WindowEventMap[Name]) => void) | undefined,
) {
  // In a layout effect: other effects may run after the first paint, and files dropped meanwhile
  // would be lost.
  useLayoutEffect(() => {
    if (!handler) return
    window.addEventListener(name, handler)
    return () => window.removeEventListener(name, handler)
  }, [name, handler])
}

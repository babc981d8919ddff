/**
 * Announces a message to screen readers through a polite live region: that of the shell, or of a
 * modal dialog above it.
 */
type Listener = (message: string) => void

let listeners: readonly Listener[] = []

export const announce: Listener = (message) => listeners[listeners.length - 1]?.(message)

export function onAnnounce(next: Listener): () => void {
  listeners = [...listeners, next]
  return () => {
    listeners = listeners.filter((each) => each !== next)
  }
}

/**
 * Says something to screen readers through a polite live region: the shell's, or that of a dialog
 * above it, because nobody hears what lies below one.
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

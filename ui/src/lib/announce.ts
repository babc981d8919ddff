/** Says something to screen readers through the one polite live region of the shell. */
type Listener = (message: string) => void

let listener: Listener = () => undefined

export const announce: Listener = (message) => listener(message)

export function onAnnounce(next: Listener): () => void {
  listener = next
  return () => {
    listener = () => undefined
  }
}

/** Time for which the first page may keep the frame from being painted, in milliseconds. */
const MAX_WAIT_MS = 1_000
/** The same where the server has sent the page's first content, which is shown meanwhile. */
const MAX_WAIT_BEHIND_CONTENT_MS = 20_000

let wait: Promise<void> | undefined

/** Delays the first paint into `root` until the first page is ready, so that nothing moves afterwards. */
export function holdFirstPaint(root: Element) {
  const time = root.hasChildNodes() ? MAX_WAIT_BEHIND_CONTENT_MS : MAX_WAIT_MS
  wait = new Promise((resolve) => setTimeout(resolve, time))
}

/** Wait of the first placeholder of a page; undefined once something is painted. */
export const heldPaint = () => wait

/** Address of the link that has the focus in the content that the server has sent, before it is replaced. */
export function focusedAddress(): string | undefined {
  if (import.meta.env.SSR) return undefined
  const link = document.activeElement?.closest('.first-content a')
  return link?.getAttribute('href') ?? undefined
}

/** Ends the wait. The link that had the focus in the content before gets it back. */
export function endFirstPaint(focused: string | undefined) {
  wait = undefined
  if (focused === undefined) return
  document.querySelector<HTMLElement>(`#root a[href="${CSS.escape(focused)}"]`)?.focus()
}

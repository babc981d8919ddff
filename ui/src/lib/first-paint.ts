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

export function endFirstPaint() {
  wait = undefined
}

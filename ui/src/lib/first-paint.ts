/** Time for which the first page may keep the frame from being painted, in milliseconds. */
const MAX_WAIT_MS = 1_000

let wait: Promise<void> | undefined

/** Delays the first paint until the first page is ready, so that nothing moves afterwards. */
export function holdFirstPaint() {
  wait = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))
}

/** Wait of the first placeholder of a page; undefined once something is painted. */
export const heldPaint = () => wait

export function endFirstPaint() {
  wait = undefined
}

/** For failures that the specification keeps from the reader: nothing they could do about them. */
export function logOnly(error: unknown) {
  // biome-ignore lint/suspicious/noConsole: this is the one place that writes to it.
  console.warn(error)
}

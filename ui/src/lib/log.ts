/** Logs a failure that the specification hides from the reader. */
export function logOnly(error: unknown) {
  // biome-ignore lint/suspicious/noConsole: this is the one place that writes to it.
  console.warn(error)
}

/** Some browsers only begin to read a file when the page has moved on. */
const REVOKE_DELAY_MS = 60_000

/** Saves what the page holds, as a link of that name would. */
export function saveFile(file: Blob, name: string) {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_DELAY_MS)
}

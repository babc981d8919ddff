/** Delay before the object URL is revoked, in milliseconds: some browsers start reading late. */
const REVOKE_DELAY_MS = 60_000

/** Saves a file, as a download link would. */
export function saveFile(file: Blob, name: string) {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_DELAY_MS)
}

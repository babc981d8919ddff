/**
 * Hands an address to others. Plain http has neither the share sheet nor the clipboard, so there are
 * three ways; where none works, whoever asked shows the address to be copied by hand.
 */
export type Outcome = 'shared' | 'copied' | 'to-be-copied'

/** `beside` is what was pressed: below a modal dialog nothing can be selected. */
export async function share(url: string, title: string, beside: Element): Promise<Outcome> {
  if (typeof navigator.share === 'function') {
    const refusal = await navigator.share({ title, url }).then(
      () => undefined,
      (error: Error) => error.name,
    )
    // Changing one's mind is no failure.
    if (refusal === undefined || refusal === 'AbortError') return 'shared'
  }
  return (await copyToClipboard(url)) || copyBySelection(url, beside) ? 'copied' : 'to-be-copied'
}

async function copyToClipboard(text: string): Promise<boolean> {
  if (!navigator.clipboard) return false
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
}

function copyBySelection(text: string, beside: Element): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.className = 'visually-hidden'
  const focused = document.activeElement
  beside.after(area)
  area.focus()
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return copied
}

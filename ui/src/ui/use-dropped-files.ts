import { useState } from 'react'
import { isTyping } from '../lib/shortcuts'
import { useWindowEvent } from '../lib/use-window-event'

/**
 * Files that are dropped on the page or pasted. Returns whether a file is being dragged. Without a
 * callback files are ignored, because the browser would open them and leave the page.
 */
export function useDroppedFiles(onFiles: ((files: File[]) => void) | undefined): boolean {
  const [over, setOver] = useState(false)

  const addFiles = (files: FileList | undefined) => {
    if (files?.length) onFiles?.(Array.from(files))
  }
  useWindowEvent('dragover', (event) => {
    event.preventDefault()
    setOver(onFiles !== undefined)
  })
  useWindowEvent('dragleave', (event) => {
    // Null when the pointer leaves the window.
    if (!event.relatedTarget) setOver(false)
  })
  useWindowEvent('drop', (event) => {
    event.preventDefault()
    setOver(false)
    addFiles(event.dataTransfer?.files)
  })
  useWindowEvent('paste', (event) => {
    if (!isForField(event)) addFiles(event.clipboardData?.files)
  })
  return over
}

/** Whether pasted table cells belong into a text field: they come as text and as picture. */
function isForField({ target, clipboardData }: ClipboardEvent): boolean {
  const isChosen = target instanceof HTMLInputElement && /^(file|radio|checkbox)$/.test(target.type)
  return isTyping(target) && !isChosen && !!clipboardData?.getData('text/plain')
}

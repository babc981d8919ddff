import { useState } from 'react'
import { isTyping } from '../lib/shortcuts'
import { useWindowEvent } from '../lib/use-window-event'

/**
 * Files that are dropped anywhere on the page, or pasted. Answers whether some are being dragged
 * over it. Without a taker they are ignored: the browser would leave the page and open them.
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
    // Between two elements of the page there is a related one; outside there is none.
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

/** Cells of a table come as words, and as a picture of them: a field that can be typed in has the words. */
function isForField({ target, clipboardData }: ClipboardEvent): boolean {
  const isChosen = target instanceof HTMLInputElement && /^(file|radio|checkbox)$/.test(target.type)
  return isTyping(target) && !isChosen && !!clipboardData?.getData('text/plain')
}

import { useEffect, useState } from 'react'
import { isTyping } from '../lib/shortcuts'

/**
 * Files that are dropped anywhere on the page, or pasted. Answers whether some are being dragged
 * over it. Without a taker they are ignored: the browser would leave the page and open them.
 */
export function useDroppedFiles(onFiles: ((files: File[]) => void) | undefined): boolean {
  const [over, setOver] = useState(false)

  useEffect(() => {
    const take = (files: FileList | undefined) => {
      if (files?.length) onFiles?.(Array.from(files))
    }
    const dragOver = (event: DragEvent) => {
      event.preventDefault()
      setOver(onFiles !== undefined)
    }
    const dragLeave = (event: DragEvent) => {
      // Between two elements of the page there is a related one; outside there is none.
      if (!event.relatedTarget) setOver(false)
    }
    const drop = (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      take(event.dataTransfer?.files)
    }
    const paste = (event: ClipboardEvent) => {
      if (!isForField(event)) take(event.clipboardData?.files)
    }

    window.addEventListener('dragover', dragOver)
    window.addEventListener('dragleave', dragLeave)
    window.addEventListener('drop', drop)
    window.addEventListener('paste', paste)
    return () => {
      window.removeEventListener('dragover', dragOver)
      window.removeEventListener('dragleave', dragLeave)
      window.removeEventListener('drop', drop)
      window.removeEventListener('paste', paste)
    }
  }, [onFiles])

  return over
}

/** Cells of a table come as words, and as a picture of them: a field that can be typed in has the words. */
function isForField({ target, clipboardData }: ClipboardEvent): boolean {
  const isChosen = target instanceof HTMLInputElement && /^(file|radio|checkbox)$/.test(target.type)
  return isTyping(target) && !isChosen && !!clipboardData?.getData('text/plain')
}

import { type ChangeEvent, type ComponentProps, useState } from 'react'
import { isTyping } from '../lib/shortcuts'
import { useWindowEvent } from '../lib/use-window-event'
import { cx } from './cx'
import styles from './DropZone.module.css'

interface DropZoneProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> {
  /** Called with all files, unchecked. */
  onFiles(files: File[]): void
}

/** File chooser by click, by drop anywhere on the page, and by paste. */
export function DropZone({ onFiles, className, children, disabled, ...input }: DropZoneProps) {
  const over = useDroppedFiles(disabled ? undefined : onFiles)
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onFiles(Array.from(target.files ?? []))
    // Otherwise the same file could not be chosen again.
    target.value = ''
  }
  return (
    <label className={cx(styles.zone, disabled && styles.disabled, className)}>
      <input
        {...input}
        type="file"
        disabled={disabled}
        className="visually-hidden"
        onChange={choose}
      />
      {children}
      {over && <DropTarget />}
    </label>
  )
}

/** Overlay shown while a file is dragged over the page. */
export const DropTarget = () => (
  <span className={styles.target} aria-hidden="true">
    Drop it anywhere
  </span>
)

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

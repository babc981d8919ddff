import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './Button'
import styles from './Dialog.module.css'

interface DialogProps {
  title: string
  /** For pictures. */
  wide?: boolean
  onClose(): void
  onKeyDown?(key: string): void
  children: ReactNode
}

/**
 * A modal dialog, open for as long as it is rendered. The browser's own `<dialog>` keeps focus
 * inside and closes on Escape; giving focus back is ours, because older engines forget it.
 */
export function Dialog({ title, wide = false, onClose, onKeyDown, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const opener = document.activeElement
    const element = dialog.current
    element?.showModal()
    return () => {
      element?.close()
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])

  const closeOnBackdrop = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose()
  }

  return (
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${wide ? styles.wide : ''}`}
      aria-labelledby={titleId}
      onClick={closeOnBackdrop}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={(event) => onKeyDown?.(event.key)}
    >
      <div className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        <Button look="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
      {children}
    </dialog>
  )
}

import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
} from 'react'
import { isTyping } from '../lib/shortcuts'
import { Announcer } from './Announcer'
import { Button } from './Button'
import { cx } from './cx'
import styles from './Dialog.module.css'
import { Toasts } from './Toasts'

interface DialogProps extends Omit<ComponentProps<'dialog'>, 'title' | 'onClose' | 'onKeyDown'> {
  title: string
  /** For pictures. */
  wide?: boolean
  /** Fills the window and contains the toasts. */
  full?: boolean
  onClose(): void
  /** Called for keys that nothing in the dialog handles. */
  onKeyDown?(key: string): void
}

/**
 * Modal dialog, open while it is rendered. The browser's `<dialog>` is the focus trap and closes on
 * Escape; restoring the focus is done here, because older engines don't.
 */
export function Dialog({
  title,
  wide = false,
  full = false,
  ref,
  className,
  onClose,
  onKeyDown,
  children,
  ...rest
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const pressed = useRef<EventTarget>(null)
  const titleId = useId()
  useImperativeHandle(ref, () => dialog.current as HTMLDialogElement)

  useEffect(() => {
    const opener = document.activeElement
    const element = dialog.current
    element?.showModal()
    return () => {
      element?.close()
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])

  // The pointer must also go down on the backdrop: a text selection that ends outside must not
  // close the dialog.
  const closeOnBackdrop = ({ target }: MouseEvent) => {
    if (target === dialog.current && pressed.current === target) onClose()
  }

  const handleKeyDown = ({ target, currentTarget, key }: KeyboardEvent) => {
    const isOurs = (target as Element).closest('dialog') === currentTarget
    if (isOurs && !isTyping(target)) onKeyDown?.(key)
  }

  return (
    <dialog
      aria-labelledby={titleId}
      {...rest}
      ref={dialog}
      className={cx(styles.dialog, wide && styles.wide, full && styles.full, className)}
      onMouseDown={({ target }) => {
        pressed.current = target
      }}
      onClick={closeOnBackdrop}
      onCancel={(event) => {
        // A cancelled file chooser inside fires this event too.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      // A second Escape closes it in spite of preventDefault.
      onClose={({ currentTarget }) => currentTarget.open || onClose()}
      onKeyDown={handleKeyDown}
    >
      <div className={styles.sheet}>
        <div className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
        </div>
        {children}
      </div>
      {full && (
        <>
          <Announcer />
          <Toasts />
        </>
      )}
    </dialog>
  )
}

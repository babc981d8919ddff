import { type ComponentProps, type FocusEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { createStore } from '../lib/create-store'
import { useDisplay } from '../lib/display'
import { dismiss, type ShownToast, useToasts } from '../lib/notify'
import { isTyping } from '../lib/shortcuts'
import { useWindowEvent } from '../lib/use-window-event'
import { Button } from './Button'
import { cx } from './cx'
import { Icon } from './Icon'
import styles from './Toasts.module.css'

const TOAST_DURATION_MS = 8_000
/** Age up to which a toast survives navigation, because its action has navigated, in milliseconds. */
const MIN_TOAST_AGE_MS = 1_000
const NONE: readonly ShownToast[] = []

/**
 * Toasts of `notify`. The shell has one, because the live region must exist before its messages. A
 * dialog that fills the window has another, which then replaces it.
 */
export function Toasts({ className, ...section }: ComponentProps<'section'>) {
  const all = useToasts()
  const topmost = useIsTopmost()
  const notices = topmost ? all : NONE
  const [held, setHeld] = useState(false)
  const before = useRef<EventTarget>(null)
  useDismissOnNavigation(notices)

  // Remembers the focus, to restore it when the toast closes.
  const onFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    setHeld(true)
    if (!currentTarget.contains(relatedTarget as Node | null)) before.current = relatedTarget
  }
  const close = (id: number) => {
    dismiss(id)
    setHeld(false)
    if (before.current instanceof HTMLElement) before.current.focus()
    before.current = null
  }
  const undoable = [...notices].reverse().find(({ action }) => action?.isUndo)
  useUndoKey(undoable && (() => run(undoable)))

  function run({ id, action }: ShownToast) {
    close(id)
    action?.run()
  }

  return (
    <section
      aria-label="Messages"
      {...section}
      role="status"
      aria-atomic="false"
      className={cx(styles.toasts, className)}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={onFocus}
      onBlur={() => setHeld(false)}
    >
      {notices.map((notice) => (
        <Toast
          key={notice.id}
          notice={notice}
          held={held}
          onAction={() => run(notice)}
          onClose={() => close(notice.id)}
        />
      ))}
    </section>
  )
}

interface ToastProps {
  notice: ShownToast
  held: boolean
  onAction(): void
  onClose(): void
}

function Toast({ notice, held, onAction, onClose }: ToastProps) {
  const { id, message, tone = 'note', action } = notice
  const onPaper = useDisplay() === 'paper'

  // Restarts after a hold, so that the reader has the full time again.
  useEffect(() => {
    if (held || onPaper) return
    const timer = setTimeout(() => dismiss(id), TOAST_DURATION_MS)
    return () => clearTimeout(timer)
  }, [id, held, onPaper])

  return (
    <div className={cx(styles.toast, styles[tone])}>
      <Icon name={tone} className={styles.sign} />
      <p>{message}</p>
      <div className={styles.actions}>
        {action && (
          <Button variant="quiet" onClick={onAction}>
            {action.label}
          </Button>
        )}
        <Button variant="quiet" aria-label="Close message" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  )
}

/** On paper display toasts don't time out, so old ones are dismissed on navigation. */
function useDismissOnNavigation(notices: readonly ShownToast[]) {
  const [path] = useLocation()
  const onPaper = useDisplay() === 'paper'
  const arrivedAt = useRef(path)
  useEffect(() => {
    if (arrivedAt.current === path) return
    arrivedAt.current = path
    const old = notices.filter(({ since }) => Date.now() - since > MIN_TOAST_AGE_MS)
    if (onPaper) dismiss(...old.map(({ id }) => id))
  }, [path, onPaper, notices])
}

const regions = createStore<readonly object[]>([])

/** Whether this is the last mounted region: nothing below a modal dialog is clickable. */
function useIsTopmost(): boolean {
  const [self] = useState(() => ({}))
  useEffect(() => {
    regions.set([...regions.get(), self])
    return () => regions.set(regions.get().filter((each) => each !== self))
  }, [self])
  return regions.use((all) => all[all.length - 1] === self)
}

/** Undo by Ctrl+Z or Cmd+Z, except in a text field. */
function useUndoKey(undo: (() => void) | undefined) {
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event
    const isUndo = key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey
    if (!isUndo || isTyping(target)) return
    event.preventDefault()
    undo?.()
  }
  useWindowEvent('keydown', undo && onKeyDown)
}

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
/** A notice this young belongs to the page that its action has led to. */
const MIN_TOAST_AGE_MS = 1_000
const NONE: readonly ShownToast[] = []

/**
 * Shows what `notify` says. One stands in the shell: the region must be there before its words. Above
 * it, one stands in each dialog that fills the window, and then shows them instead.
 */
export function Toasts({ className, ...section }: ComponentProps<'section'>) {
  const all = useToasts()
  const topmost = useIsTopmost()
  const notices = topmost ? all : NONE
  const [held, setHeld] = useState(false)
  const before = useRef<EventTarget>(null)
  useDismissOnNavigation(notices)

  // Keyboard users come from somewhere, and go back there when the message goes.
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

  // Begins anew when it is let go: who was still reading has all the time again.
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
        <Button variant="quiet" onClick={onClose}>
          Close<span className="visually-hidden"> message</span>
        </Button>
      </div>
    </div>
  )
}

/** On paper display nothing goes by itself, so old messages go with the page they were about. */
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

/** Whether, of all that stand in the page, this one came last: nothing below a modal dialog can be pressed. */
function useIsTopmost(): boolean {
  const [self] = useState(() => ({}))
  useEffect(() => {
    regions.set([...regions.get(), self])
    return () => regions.set(regions.get().filter((each) => each !== self))
  }, [self])
  return regions.use((all) => all[all.length - 1] === self)
}

/** Ctrl+Z, or Cmd+Z, while there is something to undo. Who types undoes what they typed. */
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

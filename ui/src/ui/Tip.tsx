import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useOutsidePointer } from '../lib/use-outside-pointer'
import { cx } from './cx'
import styles from './Tip.module.css'

interface TipState {
  open: boolean
  show(): void
  hide(): void
}

/** State of a tip, open on hover or focus; Escape closes it. */
function useTip() {
  const [open, setOpen] = useState(false)
  const id = useId()
  const frame = useRef<HTMLSpanElement>(null)
  const tip: TipState = { open, show: () => setOpen(true), hide: () => setOpen(false) }

  // A tap doesn't move the focus in Safari.
  useOutsidePointer(frame, open, tip.hide)

  const key = (event: KeyboardEvent) => {
    if (!open || event.key !== 'Escape') return
    event.stopPropagation()
    tip.hide()
  }
  return { id, frame, key, tip }
}

interface TipFrameProps {
  text: string
  className?: string | undefined
  /** Renders the trigger, described by the given id. */
  children(describedBy: string | undefined, tip: TipState): ReactNode
}

function TipFrame({ text, className, children }: TipFrameProps) {
  const { id, frame, key, tip } = useTip()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears what its sign does.
    <span
      ref={frame}
      className={cx(styles.tip, className)}
      onMouseEnter={tip.show}
      onMouseLeave={tip.hide}
      onFocus={tip.show}
      onBlur={tip.hide}
      onKeyDown={key}
    >
      {children(tip.open ? id : undefined, tip)}
      {tip.open && (
        <span id={id} role="tooltip" className={styles.words}>
          {text}
        </span>
      )}
    </span>
  )
}

/** Button that shows an explanation on hover, focus or tap. */
export function Tip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <TipFrame text={text}>
      {(describedBy, tip) => (
        <button
          type="button"
          className={styles.sign}
          aria-describedby={describedBy}
          onClick={tip.show}
        >
          {children}
        </button>
      )}
    </TipFrame>
  )
}

interface LinkTipProps {
  text: string | undefined
  /** Renders the link. A tap follows it, so its page must contain the text too. */
  children(describedBy: string | undefined): ReactNode
}

/** Link with an explanation on hover or focus. */
export function LinkTip({ text, children }: LinkTipProps) {
  if (!text) return children(undefined)
  return (
    <TipFrame text={text} className={styles.ofLink}>
      {children}
    </TipFrame>
  )
}

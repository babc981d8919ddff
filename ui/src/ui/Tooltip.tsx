import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useOutsidePointer } from '../lib/use-outside-pointer'
import { cx } from './cx'
import styles from './Tooltip.module.css'

interface TooltipState {
  open: boolean
  show(): void
  hide(): void
}

/** State of a tooltip, open on hover or focus; Escape closes it. */
function useTooltip() {
  const [open, setOpen] = useState(false)
  const id = useId()
  const frame = useRef<HTMLSpanElement>(null)
  const tooltip: TooltipState = { open, show: () => setOpen(true), hide: () => setOpen(false) }

  // A tap doesn't move the focus in Safari.
  useOutsidePointer(frame, open, tooltip.hide)

  const key = (event: KeyboardEvent) => {
    if (!open || event.key !== 'Escape') return
    event.stopPropagation()
    tooltip.hide()
  }
  return { id, frame, key, tooltip }
}

interface TooltipFrameProps {
  text: string
  className?: string | undefined
  /** Renders the trigger, described by the given id. */
  children(describedBy: string | undefined, tooltip: TooltipState): ReactNode
}

function TooltipFrame({ text, className, children }: TooltipFrameProps) {
  const { id, frame, key, tooltip } = useTooltip()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears what its sign does.
    <span
      ref={frame}
      className={cx(styles.tooltip, className)}
      onMouseEnter={tooltip.show}
      onMouseLeave={tooltip.hide}
      onFocus={tooltip.show}
      onBlur={tooltip.hide}
      onKeyDown={key}
    >
      {children(tooltip.open ? id : undefined, tooltip)}
      {tooltip.open && (
        <span id={id} role="tooltip" className={styles.words}>
          {text}
        </span>
      )}
    </span>
  )
}

/** Button that shows an explanation on hover, focus or tap. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <TooltipFrame text={text}>
      {(describedBy, tooltip) => (
        <button
          type="button"
          className={styles.sign}
          aria-describedby={describedBy}
          onClick={tooltip.show}
        >
          {children}
        </button>
      )}
    </TooltipFrame>
  )
}

interface LinkTooltipProps {
  text: string | undefined
  /** Renders the link. A tap follows it, so its page must contain the text too. */
  children(describedBy: string | undefined): ReactNode
}

/** Link with an explanation on hover or focus. */
export function LinkTooltip({ text, children }: LinkTooltipProps) {
  if (!text) return children(undefined)
  return (
    <TooltipFrame text={text} className={styles.ofLink}>
      {children}
    </TooltipFrame>
  )
}

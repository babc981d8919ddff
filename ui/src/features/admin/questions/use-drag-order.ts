import { type PointerEvent, type RefObject, useState } from 'react'
import { useWindowEvent } from '../../../lib/use-window-event'

interface Drag {
  key: string
  /** Number of rows above the pointer. */
  above: number
}

/** Distance in pixels from the edge of the window within which it scrolls, and the steps. */
const EDGE = 60
const STEP = 12

/**
 * Order of a list by dragging, with a mouse, a pen or a finger. The rows stay in their places until one is dropped, because e-ink
 * smears what moves; a line marks the place. Escape ends the dragging.
 */
export function useDragOrder(
  list: RefObject<HTMLElement | null>,
  keys: string[],
  onDrop: (key: string, to: number) => void,
) {
  const [drag, setDrag] = useState<Drag>()
  const cancel = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') setDrag(undefined)
  }
  useWindowEvent('keydown', drag && cancel)

  const rowsAbove = (y: number) =>
    Array.from(list.current?.children ?? []).filter((row) => {
      const { top, height } = row.getBoundingClientRect()
      return top + height / 2 < y
    }).length
  const drop = () => {
    setDrag(undefined)
    if (!drag) return
    const from = keys.indexOf(drag.key)
    const to = drag.above > from ? drag.above - 1 : drag.above
    if (from >= 0 && to !== from) onDrop(drag.key, to)
  }
  return {
    drag,
    /** Handlers of the handle of a row. */
    handleOf: (key: string) => ({
      onPointerDown(event: PointerEvent) {
        if (event.button !== 0) return
        // The move and the end are heard wherever the pointer is.
        event.currentTarget.setPointerCapture?.(event.pointerId)
        setDrag({ key, above: keys.indexOf(key) })
      },
      onPointerMove({ clientY }: PointerEvent) {
        if (drag?.key !== key) return
        if (clientY < EDGE) window.scrollBy(0, -STEP)
        if (clientY > window.innerHeight - EDGE) window.scrollBy(0, STEP)
        const above = rowsAbove(clientY)
        if (above !== drag.above) setDrag({ key, above })
      },
      onPointerUp: drop,
      onPointerCancel: () => setDrag(undefined),
    }),
  }
}

/** Window in which a book is read: its width decides between one page and two, and swipes turn them. */

import { type RefObject, useEffect, useEffectEvent } from 'react'
import { createStore } from '../../lib/create-store'

/** Width from which two pages fit side by side. */
const WIDE = '(min-width: 1000px)'

/** Notifies of changes of the width; the media query holds the value. */
const changes = createStore({}, (changed) => {
  const wide = window.matchMedia(WIDE)
  wide.addEventListener('change', changed)
  return () => wide.removeEventListener('change', changed)
})

export const useIsWide = () =>
  changes.use(
    () => window.matchMedia(WIDE).matches,
    () => false,
  )

/** Minimum distance of a swipe, in pixels. */
const MIN_SWIPE = 48
/** Width of the edge where the browser itself goes back and forward by swipes, in pixels. */
const EDGE = 24

interface Touched {
  x: number
  y: number
}

/** Direction of a swipe that is clearly to the side: right to left is forward. */
function directionOf(from: Touched, to: Touched): 1 | -1 | undefined {
  const [right, down] = [to.x - from.x, to.y - from.y]
  if (Math.abs(right) < MIN_SWIPE || Math.abs(right) < 2 * Math.abs(down)) return undefined
  return right < 0 ? 1 : -1
}

/** Turns pages by swipes with one finger on an element; other gestures are the browser's. */
export function useSwipe(element: RefObject<HTMLElement | null>, turn: (by: 1 | -1) => void) {
  const turnNow = useEffectEvent(turn)
  useEffect(() => {
    const target = element.current
    if (!target) return
    let from: Touched | undefined
    const start = ({ touches }: TouchEvent) => {
      const [touch] = Array.from(touches)
      const isSwipe =
        touches.length === 1 &&
        touch &&
        touch.clientX > EDGE &&
        touch.clientX < window.innerWidth - EDGE &&
        !isMagnified()
      from = isSwipe ? { x: touch.clientX, y: touch.clientY } : undefined
    }
    const end = ({ changedTouches }: TouchEvent) => {
      const [touch] = Array.from(changedTouches)
      const by = from && touch && directionOf(from, { x: touch.clientX, y: touch.clientY })
      from = undefined
      if (by && document.getSelection()?.isCollapsed !== false) turnNow(by)
    }
    const cancel = () => {
      from = undefined
    }
    target.addEventListener('touchstart', start, { passive: true })
    target.addEventListener('touchend', end, { passive: true })
    target.addEventListener('touchcancel', cancel, { passive: true })
    return () => {
      target.removeEventListener('touchstart', start)
      target.removeEventListener('touchend', end)
      target.removeEventListener('touchcancel', cancel)
    }
  }, [element])
}

/** Whether the reader has zoomed in, so that swipes move the page. */
const isMagnified = () => (window.visualViewport?.scale ?? 1) > 1.05

import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Calls `onOutside` when a pointer is pressed outside of an element, while `active`. */
export function useOutsidePointer(
  element: RefObject<HTMLElement | null>,
  active: boolean,
  onOutside: () => void,
) {
  const handle = useEffectEvent(({ target }: PointerEvent) => {
    if (!element.current?.contains(target as Node | null)) onOutside()
  })

  useEffect(() => {
    if (!active) return
    document.addEventListener('pointerdown', handle)
    return () => document.removeEventListener('pointerdown', handle)
  }, [active])
}

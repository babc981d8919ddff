import { type RefObject, useEffect, useEffectEvent, useMemo } from 'react'
import { useShortcuts } from './shortcuts'

/** Marks an item that single keys act on while it contains the focus, such as a card. */
export const SHORTCUT_ITEM = { 'data-shortcut-item': '' }
/** Marks the element of an item that gets the focus by keys. */
export const SHORTCUT_FOCUS = { 'data-shortcut-focus': '' }

const ITEM = '[data-shortcut-item]'
const FOCUS = '[data-shortcut-focus]'

/** Actions of each item by key. */
const actions = new WeakMap<Element, Map<string, () => void>>()

/** Registers an action for a key while the focus is in the same item as the element. */
export function useItemShortcut(element: RefObject<Element | null>, key: string, run: () => void) {
  const runNow = useEffectEvent(run)
  useEffect(() => {
    const item = element.current?.closest(ITEM)
    if (!item) return
    const ofItem = actions.get(item) ?? new Map<string, () => void>()
    actions.set(
      item,
      ofItem.set(key, () => runNow()),
    )
    return () => {
      ofItem.delete(key)
    }
  }, [element, key])
}

export const runItemShortcut = (item: Element | null | undefined, key: string) =>
  item && actions.get(item)?.get(key)?.()

const currentItem = () => document.activeElement?.closest(ITEM)

/** Focuses the next or previous item; from outside the list, the first. */
function step(list: HTMLElement | null, by: 1 | -1) {
  const items = Array.from(list?.querySelectorAll(ITEM) ?? [])
  const item = currentItem()
  const at = item ? items.indexOf(item) : -1
  items[at === -1 ? 0 : at + by]?.querySelector<HTMLElement>(FOCUS)?.focus()
}

/**
 * Moves through a list with `j` and `k`, and runs the items' actions for the other keys. With
 * `leading`, those keys lead to the first item from outside the list. The shell lists the keys.
 */
export function useListShortcuts(
  list: RefObject<HTMLElement | null>,
  keys: readonly string[],
  leading = false,
) {
  const all = useMemo(() => {
    const run = (key: string) => {
      const item = currentItem()
      if (item) runItemShortcut(item, key)
      else if (leading) step(list.current, 1)
    }
    return {
      j: () => step(list.current, 1),
      k: () => step(list.current, -1),
      ...Object.fromEntries(keys.map((key) => [key, () => run(key)])),
    }
  }, [list, keys, leading])
  useShortcuts(all)
}

import { useEffect, useRef } from 'react'
import { getStored, removeStored, setStored, useStored } from './storage'
import { useWindowEvent } from './use-window-event'

/**
 * Single keys that do something, for readers with a keyboard. They rest while one types, and can be
 * switched off on this device, because speech input presses them by accident (WCAG 2.1.4).
 */
export const chooseShortcuts = (on: boolean) =>
  on ? removeStored('shortcuts') : setStored({ shortcuts: 'off' })

export const useShortcutsAreOn = () => useStored('shortcuts') !== 'off'

/** The first of two keys, such as the `g` of "g l", counts this long. */
const PAIR_TIMEOUT_MS = 1500

/** Keys pressed here are text. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Two keys that are anybody's: the second of them is then nobody's single key. */
const pairs = new Set<string>()

/** Runs what belongs to a key (`/`) or to two keys after each other (`g l`). */
export function useShortcuts(actions: Record<string, () => void>) {
  const before = useRef({ key: '', at: 0 })
  useEffect(() => {
    for (const keys of Object.keys(actions)) if (keys.includes(' ')) pairs.add(keys)
  }, [actions])
  useWindowEvent('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey, timeStamp } = event
    const busy = isTyping(target) || document.querySelector('dialog[open]') !== null
    if (busy || ctrlKey || metaKey || altKey || getStored('shortcuts') === 'off') return
    const isSoon = timeStamp - before.current.at < PAIR_TIMEOUT_MS
    const pair = isSoon ? `${before.current.key} ${key}` : ''
    before.current = { key, at: timeStamp }
    const action = actions[pairs.has(pair) ? pair : key]
    if (!action) return
    event.preventDefault()
    action()
  })
}

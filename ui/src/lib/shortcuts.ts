/**
 * Keyboard shortcuts of single keys. They are inactive while the reader types, and can be turned off on this device,
 * because speech input triggers them by accident (WCAG 2.1.4).
 */

import { useEffect, useRef } from 'react'
import { getStored, removeStored, setStored, useStored } from './storage'
import { useWindowEvent } from './use-window-event'

export const chooseShortcuts = (on: boolean) =>
  on ? removeStored('shortcuts') : setStored({ shortcuts: 'off' })

export const useShortcutsAreOn = () => useStored('shortcuts') !== 'off'

/** Time between two keys such as "g l", in milliseconds. */
const PAIR_TIMEOUT_MS = 1500

/** Whether keys on this element are text input. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** All registered pairs of keys: the second key of a pair is then not a single shortcut. */
const pairs = new Set<string>()

/** Runs the action of a key (`/`) or of two keys in sequence (`g l`). */
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

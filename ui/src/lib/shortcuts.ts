import { useEffect } from 'react'
import { forget, remember, stored, useStored } from './storage'

/**
 * Single keys that do something, for readers with a keyboard. They rest while one types, and can be
 * switched off on this device, because speech input presses them by accident (WCAG 2.1.4).
 */
export const chooseShortcuts = (on: boolean) =>
  on ? forget('shortcuts') : remember({ shortcuts: 'off' })

export const useShortcutsAreOn = () => useStored('shortcuts') !== 'off'

/** The first of two keys, such as the `g` of "g l", counts this long. */
const PAIR_MILLISECONDS = 1500

/** Keys pressed here are text. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Two keys that are anybody's: the second of them is then nobody's single key. */
const pairs = new Set<string>()

/** Runs what belongs to a key (`/`) or to two keys after each other (`g l`). */
export function useShortcuts(actions: Record<string, () => void>) {
  useEffect(() => {
    let before = { key: '', at: 0 }
    for (const keys of Object.keys(actions)) if (keys.includes(' ')) pairs.add(keys)
    const press = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, timeStamp } = event
      const busy = isTyping(target) || document.querySelector('dialog[open]') !== null
      if (busy || ctrlKey || metaKey || altKey || stored('shortcuts') === 'off') return
      const pair = timeStamp - before.at < PAIR_MILLISECONDS ? `${before.key} ${key}` : ''
      before = { key, at: timeStamp }
      const action = actions[pairs.has(pair) ? pair : key]
      if (!action) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [actions])
}

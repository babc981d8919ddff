import { isTyping } from '../lib/shortcuts'
import { useWindowEvent } from '../lib/use-window-event'

/** Ctrl+Z, or Cmd+Z, while there is something to undo. Who types undoes what they typed. */
export function useUndoKey(undo: (() => void) | undefined) {
  const press = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event
    const isUndo = key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey
    if (!isUndo || isTyping(target)) return
    event.preventDefault()
    undo?.()
  }
  useWindowEvent('keydown', undo && press)
}

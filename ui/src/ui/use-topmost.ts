import { useEffect, useState, useSyncExternalStore } from 'react'

let stack: readonly object[] = []
const listeners = new Set<() => void>()

function change(next: readonly object[]) {
  stack = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Whether, of all that stand in the page, this one came last: nothing below a modal dialog can be pressed. */
export function useTopmost(): boolean {
  const [self] = useState(() => ({}))
  useEffect(() => {
    change([...stack, self])
    return () => change(stack.filter((each) => each !== self))
  }, [self])
  return useSyncExternalStore(subscribe, () => stack[stack.length - 1] === self)
}

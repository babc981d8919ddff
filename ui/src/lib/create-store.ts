import { useSyncExternalStore } from 'react'

/** Value outside of React that components can subscribe to. */
export interface Store<T> {
  get(): T
  /** Sets the value and rerenders every component that uses it. */
  set(next: T): void
  /**
   * The value in a component, or a selection of it, which must be referentially stable. `onServer`
   * is the value for the build's render.
   */
  use(): T
  use<S>(select: (value: T) => S, onServer?: () => S): S
}

/** With `connect`, the store also follows an outside source while a component uses it. */
export function createStore<T>(
  initial: T,
  connect: (changed: () => void) => () => void = () => () => {},
): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  let disconnect = () => {}

  const changed = () => {
    for (const listener of listeners) listener()
  }

  function subscribe(listener: () => void) {
    if (listeners.size === 0) disconnect = connect(changed)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) disconnect()
    }
  }

  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      changed()
    },
    use: <S>(select?: (value: T) => S, onServer?: () => S) => {
      const read = () => (select ? select(value) : value)
      return useSyncExternalStore<S | T>(subscribe, read, onServer ?? read) as S & T
    },
  }
}

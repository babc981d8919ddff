import { useSyncExternalStore } from 'react'

/** A value outside of React, which components follow and anything may change. */
export interface Store<T> {
  get(): T
  /** Changes the value and draws every component that uses it. */
  set(next: T): void
  /**
   * The value in a component, or what is selected of it, which must be the same as long as nothing
   * changes. `onServer` is what a page shows that is drawn by a build.
   */
  use(): T
  use<S>(select: (value: T) => S, onServer?: () => S): S
}

/** With `connect`, the store also hears of changes from outside for as long as a component uses it. */
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

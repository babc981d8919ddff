import { useSyncExternalStore } from 'react'
import { keyOf } from './base'

/** What the interface remembers in this browser. */
export type StorageKey =
  | 'uid'
  | 'email'
  | 'bid'
  | 'prizepeg'
  | 'token'
  | 'name'
  | 'hasCelebrated'
  | 'isAdmin'
  | 'shortcuts'

const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

export const stored = (key: StorageKey): string | null => localStorage.getItem(keyOf(key))

export function remember(values: Partial<Record<StorageKey, string>>) {
  for (const [key, value] of Object.entries(values)) localStorage.setItem(keyOf(key), value)
  tell()
}

export function forget(...keys: StorageKey[]) {
  for (const key of keys) localStorage.removeItem(keyOf(key))
  tell()
}

/** What is about whoever was signed in. */
export const forgetMember = () =>
  forget('uid', 'email', 'bid', 'prizepeg', 'token', 'name', 'isAdmin')

function subscribe(listener: () => void) {
  listeners.add(listener)
  // Another tab's changes, such as signing out there.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** A stored value that follows every change. Basic pages are drawn for somebody of whom nothing is known. */
export const useStored = (key: StorageKey): string | null =>
  useSyncExternalStore(
    subscribe,
    () => stored(key),
    () => null,
  )

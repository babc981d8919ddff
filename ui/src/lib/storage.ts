import { useSyncExternalStore } from 'react'
import { storageKey } from './base'

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

export const getStored = (key: StorageKey): string | null => localStorage.getItem(storageKey(key))

export function setStored(values: Partial<Record<StorageKey, string>>) {
  for (const [key, value] of Object.entries(values)) localStorage.setItem(storageKey(key), value)
  tell()
}

export function removeStored(...keys: StorageKey[]) {
  for (const key of keys) localStorage.removeItem(storageKey(key))
  tell()
}

/** What is about whoever was signed in. */
export const forgetMember = () =>
  removeStored('uid', 'email', 'bid', 'prizepeg', 'token', 'name', 'isAdmin')

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
    () => getStored(key),
    () => null,
  )

import { storageKey } from './base'
import { createStore } from './create-store'

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

/** The browser holds the values; the store tells of their changes, also of those in another tab, such as signing out there. */
const changes = createStore({}, (changed) => {
  window.addEventListener('storage', changed)
  return () => window.removeEventListener('storage', changed)
})

export const getStored = (key: StorageKey): string | null => localStorage.getItem(storageKey(key))

export function setStored(values: Partial<Record<StorageKey, string>>) {
  for (const [key, value] of Object.entries(values)) localStorage.setItem(storageKey(key), value)
  changes.set({})
}

export function removeStored(...keys: StorageKey[]) {
  for (const key of keys) localStorage.removeItem(storageKey(key))
  changes.set({})
}

/** What is about whoever was signed in. */
export const forgetMember = () =>
  removeStored('uid', 'email', 'bid', 'prizepeg', 'token', 'name', 'isAdmin')

/** A stored value that follows every change. Basic pages are drawn for somebody of whom nothing is known. */
export const useStored = (key: StorageKey): string | null =>
  changes.use(
    () => getStored(key),
    () => null,
  )

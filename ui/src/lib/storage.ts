import { storageKey } from './base'
import { buildReader } from './build-reader'
import { createStore } from './create-store'

/** Keys of the browser's storage. */
export type StorageKey =
  | 'uid'
  | 'email'
  | 'bid'
  | 'prizepeg'
  | 'token'
  | 'name'
  | 'hasCelebrated'
  | 'isAdmin'
  | 'seen'
  | 'emailVerified'
  | 'application'
  | 'guestOf'
  | 'last'
  | 'shortcuts'
  | 'places'

/** Notifies of changes, also in other tabs, such as signing out there; the browser's storage holds the values. */
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

/** Removes everything about the signed-in member. */
export const forgetMember = () =>
  removeStored(
    'uid',
    'email',
    'bid',
    'prizepeg',
    'token',
    'name',
    'isAdmin',
    'seen',
    'emailVerified',
    'application',
    'guestOf',
    'last',
  )

/** Stored value that follows every change. */
export const useStored = (key: StorageKey): string | null =>
  changes.use(
    () => getStored(key),
    () => buildReader.stored[key] ?? null,
  )

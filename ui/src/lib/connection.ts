import { useSyncExternalStore } from 'react'

/** Whether the server answers, and when it last did. Every call tells. */
let lastAnswer = Date.now()
let away = false
const listeners = new Set<() => void>()

export function markOnline() {
  lastAnswer = Date.now()
  change(false)
}

export const markOffline = () => change(true)

export const lastResponseAt = () => new Date(lastAnswer)

function change(next: boolean) {
  if (away === next) return
  away = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useIsOffline = () => useSyncExternalStore(subscribe, () => away)

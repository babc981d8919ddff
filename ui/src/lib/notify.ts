import { useSyncExternalStore } from 'react'

/**
 * A word about what has just been done, such as "Post deleted" with a way back. It needs no React,
 * so that calls and jobs can say it; `<Toasts>` shows it. What must be read belongs on the page.
 */
export interface Notice {
  words: string
  action?: { label: string; run(): void }
  tone?: 'note' | 'good' | 'warn' | 'error'
}

export interface ShownNotice extends Notice {
  id: number
  /** Milliseconds, as of `Date.now`. */
  since: number
}

/** More would cover what they speak of. */
const AT_MOST = 3

let notices: readonly ShownNotice[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly ShownNotice[]) {
  notices = next
  for (const listener of listeners) listener()
}

/** Said twice, it is shown once. */
export function notify(notice: Notice) {
  lastId += 1
  const others = notices.filter(({ words }) => words !== notice.words)
  change([...others, { ...notice, id: lastId, since: Date.now() }].slice(-AT_MOST))
}

export const dismiss = (...ids: number[]) => change(notices.filter(({ id }) => !ids.includes(id)))

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useNotices = () => useSyncExternalStore(subscribe, () => notices)

import { createStore } from './create-store'

/**
 * A word about what has just been done, such as "Post deleted" with a way back. It needs no React,
 * so that calls and jobs can say it; `<Toasts>` shows it. What must be read belongs on the page.
 */
export interface Toast {
  message: string
  /** One that `undoes` is run by Ctrl+Z as well. */
  action?: { label: string; isUndo?: boolean; run(): void }
  tone?: 'note' | 'good' | 'warn' | 'error'
}

export interface ShownToast extends Toast {
  id: number
  /** Milliseconds, as of `Date.now`. */
  since: number
}

/** More would cover what they speak of. */
const MAX_TOASTS = 3

const toasts = createStore<readonly ShownToast[]>([])
let lastId = 0

/** Said twice, it is shown once; but each way back is another one. Answers what to dismiss it by. */
export function notify(notice: Toast): number {
  lastId += 1
  const others = toasts.get().filter(({ message, action }) => action || message !== notice.message)
  toasts.set([...others, { ...notice, id: lastId, since: Date.now() }].slice(-MAX_TOASTS))
  return lastId
}

export const dismiss = (...ids: number[]) =>
  toasts.set(toasts.get().filter(({ id }) => !ids.includes(id)))

export const useToasts = () => toasts.use()

/**
 * Toasts: short messages about a finished action, such as "Post deleted" with Undo. Works outside of React, for
 * calls and jobs; `<Toasts>` renders them. Messages that must be read belong on the page.
 */

import { errorMessage, isSignedOut } from './api-error'
import { createStore } from './create-store'

export interface Toast {
  message: string
  /** An action with `isUndo` also runs by Ctrl+Z. */
  action?: { label: string; isUndo?: boolean; run(): void }
  tone?: 'note' | 'good' | 'warn' | 'error'
}

export interface ShownToast extends Toast {
  id: number
  /** In milliseconds, as `Date.now`. */
  since: number
}

/** More would cover the page. */
const MAX_TOASTS = 3

const toasts = createStore<readonly ShownToast[]>([])
let lastId = 0

/** Shows a toast and returns its id for `dismiss`. Replaces an equal toast, unless that has an action. */
export function notify(notice: Toast): number {
  lastId += 1
  const others = toasts.get().filter(({ message, action }) => action || message !== notice.message)
  toasts.set([...others, { ...notice, id: lastId, since: Date.now() }].slice(-MAX_TOASTS))
  return lastId
}

/** Shows a sentence and the message of an error as a toast, unless the session has ended: then sign-in is shown anyway. */
export function notifyFailure(sentence: string, error: unknown) {
  if (!isSignedOut(error)) notify({ message: `${sentence} ${errorMessage(error)}`, tone: 'error' })
}

export const dismiss = (...ids: number[]) =>
  toasts.set(toasts.get().filter(({ id }) => !ids.includes(id)))

export const useToasts = () => toasts.use()

import { useLayoutEffect } from 'react'
import type { AroundNavHandler } from 'wouter'
import { createStore } from './create-store'

/**
 * Asks before unfinished work is left. Links and the Back button get a dialog of ours; closing the
 * tab gets the browser's own, which is all that browsers allow.
 */
interface Attempt {
  question: string
  leave(): void
}

let guard: { question: string; url: string } | undefined
const attempt = createStore<Attempt | undefined>(undefined)

/** While there is a question, leaving the page asks it. Answers how to go on when the work is done. */
export function useNavigationGuard(question: string | undefined): (go: () => void) => void {
  // In the layout: gone with its page, before what comes in its place leads those who sign out elsewhere.
  useLayoutEffect(() => {
    if (!question) return
    guard = { question, url: window.location.href }
    const warn = (event: BeforeUnloadEvent) => {
      event.preventDefault()
      // Chromium before 119 asks for this only.
      event.returnValue = true
    }
    window.addEventListener('beforeunload', warn)
    return () => {
      guard = undefined
      window.removeEventListener('beforeunload', warn)
    }
  }, [question])
  // With the work its question is gone.
  useLayoutEffect(() => () => attempt.set(undefined), [])
  return (go) => {
    guard = undefined
    go()
  }
}

/** The router calls this instead of navigating. */
export const confirmNavigation: AroundNavHandler = (navigate, to, options) => {
  const go = () => navigate(to, options)
  if (guard) attempt.set({ question: guard.question, leave: go })
  else go()
}

/** Must be installed before the router listens: it hides the event from it. */
export function confirmBackNavigation() {
  window.addEventListener('popstate', (event) => {
    if (!guard) return
    event.stopImmediatePropagation()
    window.history.pushState(null, '', guard.url)
    attempt.set({ question: guard.question, leave: () => window.history.back() })
  })
}

/** The attempt that waits for an answer, and both answers. */
export function useBlockedNavigation() {
  const pending = attempt.use()
  return {
    question: pending?.question,
    stay: () => attempt.set(undefined),
    leave: () => {
      guard = undefined
      attempt.set(undefined)
      pending?.leave()
    },
  }
}

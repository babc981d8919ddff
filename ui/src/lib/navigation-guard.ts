/**
 * Confirmation before a page with unfinished work is left: a dialog for links and Back, and the browser's own dialog
 * for closing the tab.
 */

import { useLayoutEffect } from 'react'
import type { AroundNavHandler } from 'wouter'
import { createStore } from './create-store'

/** Navigation that waits for an answer. */
interface Attempt {
  question: string
  leave(): void
}

let guard: { question: string; url: string } | undefined
const attempt = createStore<Attempt | undefined>(undefined)

/** Asks the question before the page is left. Returns a function that navigates without asking. */
export function useNavigationGuard(question: string | undefined): (go: () => void) => void {
  // In a layout effect, so that the guard is removed before the next page may redirect to sign-in.
  useLayoutEffect(() => {
    if (!question) return
    guard = { question, url: window.location.href }
    const warn = (event: BeforeUnloadEvent) => {
      event.preventDefault()
      // Chromium before 119 needs this.
      event.returnValue = true
    }
    window.addEventListener('beforeunload', warn)
    return () => {
      guard = undefined
      window.removeEventListener('beforeunload', warn)
    }
  }, [question])
  // Drops a pending question with its page.
  useLayoutEffect(() => () => attempt.set(undefined), [])
  return (go) => {
    guard = undefined
    go()
  }
}

/** Called by the router instead of navigating. */
export const confirmNavigation: AroundNavHandler = (navigate, to, options) => {
  const go = () => navigate(to, options)
  if (guard) attempt.set({ question: guard.question, leave: go })
  else go()
}

/** Intercepts Back. Must be installed before the router listens, because it stops the event. */
export function confirmBackNavigation() {
  window.addEventListener('popstate', (event) => {
    if (!guard) return
    event.stopImmediatePropagation()
    window.history.pushState(null, '', guard.url)
    attempt.set({ question: guard.question, leave: () => window.history.back() })
  })
}

/** The navigation that waits for an answer, with both answers. */
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

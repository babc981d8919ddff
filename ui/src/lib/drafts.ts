/** Drafts: text that was typed and not sent yet, kept in this browser across reloads. */

import { useState } from 'react'
import { storageKey } from './base'

const draft = (name: string) => storageKey(`draft/${name}`)

export function readDraft(name: string): string | undefined {
  return localStorage.getItem(draft(name)) ?? undefined
}

/** Names of all drafts that begin with a prefix. */
export function draftNames(prefix: string): string[] {
  const start = draft(prefix)
  return Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
    .filter((key) => key.startsWith(start))
    .map((key) => key.slice(draft('').length))
}

/** Saves a draft; `undefined` removes it. */
export function saveDraft(name: string, text: string | undefined) {
  if (text === undefined) localStorage.removeItem(draft(name))
  else localStorage.setItem(draft(name), text)
}

export type Draft = ReturnType<typeof useDraft>

/** Text that starts as its draft, or as `saved`. A text equal to `saved` is no draft. */
export function useDraft(name: string, saved: string) {
  const [text, setText] = useState(() => readDraft(name) ?? saved)
  const change = (next: string) => {
    setText(next)
    saveDraft(name, next === saved ? undefined : next)
  }
  /** Called when the server has saved `sent` as `stored`. Text typed meanwhile stays a draft. */
  const markSaved = (sent: string, stored: string) => {
    setText((now) => (now === sent ? stored : now))
    if (readDraft(name) === sent) saveDraft(name, undefined)
  }
  return { text, change, markSaved }
}

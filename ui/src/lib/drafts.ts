import { useState } from 'react'
import { storageKey } from './base'

/** What was typed and not sent yet. It outlives a reload, in this browser. */
const draft = (name: string) => storageKey(`draft/${name}`)

export function readDraft(name: string): string | undefined {
  return localStorage.getItem(draft(name)) ?? undefined
}

/** Keeps a draft; one that is `undefined` is forgotten. */
export function keepDraft(name: string, text: string | undefined) {
  if (text === undefined) localStorage.removeItem(draft(name))
  else localStorage.setItem(draft(name), text)
}

export type Draft = ReturnType<typeof useDraft>

/** A text that starts as its draft, or as `saved`; what equals `saved` is no draft. */
export function useDraft(name: string, saved: string) {
  const [text, setText] = useState(() => readDraft(name) ?? saved)
  const change = (next: string) => {
    setText(next)
    keepDraft(name, next === saved ? undefined : next)
  }
  /** What was sent has arrived, and is kept like this. Words that were typed meanwhile stay a draft. */
  const settle = (sent: string, kept: string) => {
    setText((now) => (now === sent ? kept : now))
    if (readDraft(name) === sent) keepDraft(name, undefined)
  }
  return { text, change, settle }
}

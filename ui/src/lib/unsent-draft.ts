import { useLayoutEffect, useState } from 'react'
import { createStore } from './create-store'
import { keepDraft, readDraft } from './drafts'

/** Names of what this tab is sending. The drafts themselves are in the browser's storage; the store tells of their changes too. */
const sending = createStore<ReadonlySet<string>>(new Set())

function setSending(name: string, isSending: boolean) {
  const names = new Set(sending.get())
  if (isSending) names.add(name)
  else names.delete(name)
  sending.set(names)
}

const draftChanged = () => sending.set(new Set(sending.get()))

const sentOf = (name: string) => `${name}/sent`
const write = (name: string, text: string) => keepDraft(name, text || undefined)

/** What was sent and never answered goes back before what was typed since. Both are returned. */
function restoreUnsent(name: string) {
  const lost = readDraft(sentOf(name))
  if (lost === undefined || sending.get().has(name)) return
  const since = readDraft(name) ?? ''
  write(name, [lost, since].filter(Boolean).join('\n\n'))
  keepDraft(sentOf(name), undefined)
  return { lost, since }
}

function finishSending(name: string) {
  setSending(name, false)
  restoreUnsent(name)
  draftChanged()
}

/** In milliseconds: longer than a page is still there that goes away. */
const PAGE_UNLOAD_MS = 500

/**
 * Refusals come a moment later than they are told. When a page goes away, browsers break off what it was sending,
 * which looks refused to it; the server may have it all the same, so it has to stay as it was sent.
 */
export async function delayRejection<T>(request: Promise<T>): Promise<T> {
  try {
    return await request
  } catch (refusal) {
    await new Promise((resolve) => setTimeout(resolve, PAGE_UNLOAD_MS))
    throw refusal
  }
}

/**
 * Words that leave their field when they are sent, but this device only when they have arrived. What a
 * tab had sent when it was killed may have arrived all the same, or arrive yet; `hasArrived` knows.
 */
export function useUnsentDraft(name: string, hasArrived: (text: string) => boolean) {
  const [back, setBack] = useState(() => restoreUnsent(name))
  const [restored, setRestored] = useState(() => readDraft(name) !== undefined)
  const arrivedYet = back !== undefined && hasArrived(back.lost)
  useLayoutEffect(() => {
    if (!arrivedYet) return
    write(name, back.since)
    setBack(undefined)
    setRestored(back.since !== '')
    draftChanged()
  }, [arrivedYet, back, name])
  const text = sending.use(() => readDraft(name) ?? '')
  const isSending = sending.use((names) => names.has(name))
  const touch = () => {
    setBack(undefined)
    setRestored(false)
  }
  return {
    text,
    /** They were here before; nobody has touched them yet. */
    restored,
    isSending,
    change: (next: string) => {
      touch()
      write(name, next)
      draftChanged()
    },
    leave: () => {
      touch()
      keepDraft(sentOf(name), text)
      write(name, '')
      setSending(name, true)
    },
    arrived: () => {
      keepDraft(sentOf(name), undefined)
      finishSending(name)
    },
    refused: () => finishSending(name),
  }
}

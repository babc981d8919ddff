import { useLayoutEffect, useState } from 'react'
import { createStore } from './create-store'
import { readDraft, saveDraft } from './drafts'

/**
 * Names of drafts that this tab is sending; also notifies of changes to drafts, which are in the
 * browser's storage.
 */
const sending = createStore<ReadonlySet<string>>(new Set())

function setSending(name: string, isSending: boolean) {
  const names = new Set(sending.get())
  if (isSending) names.add(name)
  else names.delete(name)
  sending.set(names)
}

const draftChanged = () => sending.set(new Set(sending.get()))

const sentOf = (name: string) => `${name}/sent`
const write = (name: string, text: string) => saveDraft(name, text || undefined)

/** Puts a text that was sent without an answer back before the draft. Returns both. */
function restoreUnsent(name: string) {
  const lost = readDraft(sentOf(name))
  if (lost === undefined || sending.get().has(name)) return
  const since = readDraft(name) ?? ''
  write(name, [lost, since].filter(Boolean).join('\n\n'))
  saveDraft(sentOf(name), undefined)
  return { lost, since }
}

function finishSending(name: string) {
  setSending(name, false)
  restoreUnsent(name)
  draftChanged()
}

/** Longer than a page takes to unload, in milliseconds. */
const PAGE_UNLOAD_MS = 500

/**
 * Delays the rejection of a request. A page that unloads aborts its requests, which looks like a
 * refusal, although the server may have got them; the text must then stay marked as sent.
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
 * Draft that leaves its field when it is sent, but this device only after the server has it. A text
 * that was being sent when the tab was closed may still arrive; `hasArrived` detects that.
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
    /** Whether the text comes from an earlier visit and has not been edited. */
    restored,
    isSending,
    change: (next: string) => {
      touch()
      write(name, next)
      draftChanged()
    },
    startSending: () => {
      touch()
      saveDraft(sentOf(name), text)
      write(name, '')
      setSending(name, true)
    },
    arrived: () => {
      saveDraft(sentOf(name), undefined)
      finishSending(name)
    },
    refused: () => finishSending(name),
  }
}

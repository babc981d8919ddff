import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { keepDraft, readDraft } from './drafts'

/** Names of what this tab is sending. */
const onTheWay = new Set<string>()
const listeners = new Set<() => void>()

const tell = () => {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const sentOf = (name: string) => `${name}/sent`
const write = (name: string, text: string) => keepDraft(name, text || undefined)

/** What was sent and never answered goes back before what was typed since. Both are returned. */
function takeBack(name: string) {
  const lost = readDraft(sentOf(name))
  if (lost === undefined || onTheWay.has(name)) return
  const since = readDraft(name) ?? ''
  write(name, [lost, since].filter(Boolean).join('\n\n'))
  keepDraft(sentOf(name), undefined)
  return { lost, since }
}

function settle(name: string) {
  onTheWay.delete(name)
  takeBack(name)
  tell()
}

/** In milliseconds: longer than a page is still there that goes away. */
const LAST_MOMENT = 500

/**
 * Refusals come a moment later than they are told. When a page goes away, browsers break off what it was sending,
 * which looks refused to it; the server may have it all the same, so it has to stay as it was sent.
 */
export async function delayRejection<T>(request: Promise<T>): Promise<T> {
  try {
    return await request
  } catch (refusal) {
    await new Promise((resolve) => setTimeout(resolve, LAST_MOMENT))
    throw refusal
  }
}

/**
 * Words that leave their field when they are sent, but this device only when they have arrived. What a
 * tab had sent when it was killed may have arrived all the same, or arrive yet; `hasArrived` knows.
 */
export function useUnsentDraft(name: string, hasArrived: (text: string) => boolean) {
  const [back, setBack] = useState(() => takeBack(name))
  const [restored, setRestored] = useState(() => readDraft(name) !== undefined)
  const arrivedYet = back !== undefined && hasArrived(back.lost)
  useLayoutEffect(() => {
    if (!arrivedYet) return
    write(name, back.since)
    setBack(undefined)
    setRestored(back.since !== '')
    tell()
  }, [arrivedYet, back, name])
  const text = useSyncExternalStore(subscribe, () => readDraft(name) ?? '')
  const isSending = useSyncExternalStore(subscribe, () => onTheWay.has(name))
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
      tell()
    },
    leave: () => {
      touch()
      onTheWay.add(name)
      keepDraft(sentOf(name), text)
      write(name, '')
      tell()
    },
    arrived: () => {
      keepDraft(sentOf(name), undefined)
      settle(name)
    },
    refused: () => settle(name),
  }
}

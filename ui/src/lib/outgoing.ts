import { useState, useSyncExternalStore } from 'react'
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

/** What was sent and never answered goes back before what was typed since. */
function takeBack(name: string) {
  const lost = readDraft(sentOf(name))
  if (lost === undefined || onTheWay.has(name)) return
  write(name, [lost, readDraft(name)].filter(Boolean).join('\n\n'))
  keepDraft(sentOf(name), undefined)
}

function settle(name: string) {
  onTheWay.delete(name)
  takeBack(name)
  tell()
}

/**
 * Words that leave their field when they are sent, but this device only when they have arrived. What a
 * tab had sent when it was killed may have arrived all the same; `hasArrived` knows.
 */
export function useOutgoing(name: string, hasArrived: (text: string) => boolean) {
  const [restored, setRestored] = useState(() => {
    const sent = readDraft(sentOf(name))
    if (sent !== undefined && !onTheWay.has(name) && hasArrived(sent)) {
      keepDraft(sentOf(name), undefined)
    }
    takeBack(name)
    return readDraft(name) !== undefined
  })
  const text = useSyncExternalStore(subscribe, () => readDraft(name) ?? '')
  const isSending = useSyncExternalStore(subscribe, () => onTheWay.has(name))
  return {
    text,
    /** They were here before; nobody has touched them yet. */
    restored,
    isSending,
    change: (next: string) => {
      setRestored(false)
      write(name, next)
      tell()
    },
    leave: () => {
      setRestored(false)
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

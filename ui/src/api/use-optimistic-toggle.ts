import { notifyManager, useMutation } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** What the last press wants, until the server has it. */
interface Wanted {
  on: boolean
  /** The server has been told: the next press tells it anew. */
  told?: true
}

/** By what is pressed, so that all buttons of one thing show the same. */
const wanted = new Map<string, Wanted>()
const listeners = new Set<() => void>()

function want(name: string, next: Wanted | undefined) {
  if (next) wanted.set(name, next)
  else wanted.delete(name)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

interface Switch {
  /** The same for all buttons of one thing. */
  name: string
  /** As the server has it. */
  on: boolean
  /** Tells the server, and keeps what it answers. */
  tell(on: boolean): Promise<void>
  onError(error: Error): void
}

/**
 * Something that is on or off for a reader, shown at once. The server is told by one request at a
 * time: a press meanwhile only changes what it is told last. What it refuses is put back.
 */
export function useOptimisticToggle({ name, on, tell, onError }: Switch) {
  const shown = useSyncExternalStore(subscribe, () => wanted.get(name)?.on) ?? on
  const telling = useMutation({
    mutationFn: async () => {
      for (let told: boolean | undefined; told !== wanted.get(name)?.on; ) {
        told = wanted.get(name)?.on
        if (told !== undefined) await tell(told)
      }
    },
    onError,
    onSettled: () => {
      const last = wanted.get(name)
      if (last) wanted.set(name, { ...last, told: true })
      // Only after what was kept is shown: else the state before would be seen for a moment.
      notifyManager.schedule(() => {
        if (wanted.get(name)?.told) want(name, undefined)
      })
    },
  })

  const press = () => {
    const last = wanted.get(name)
    want(name, { on: !(last?.on ?? on) })
    if (!last || last.told) telling.mutate()
  }
  return { on: shown, press }
}

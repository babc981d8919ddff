import { notifyManager, useMutation } from '@tanstack/react-query'
import { createStore } from '../lib/create-store'

/** State chosen by the last click, held until the server has saved it. */
interface PendingState {
  on: boolean
  /** The server has this state: the next click starts a new request. */
  isSent?: true
}

/** Pending states by key, shared by all buttons of one toggle. */
const pendingStates = createStore<ReadonlyMap<string, PendingState>>(new Map())

const pendingOf = (key: string) => pendingStates.get().get(key)

function setPending(key: string, next: PendingState | undefined) {
  const all = new Map(pendingStates.get())
  if (next) all.set(key, next)
  else all.delete(key)
  pendingStates.set(all)
}

interface ToggleOptions {
  /** Same for all buttons of one toggle. */
  key: string
  /** State on the server. */
  on: boolean
  /** Saves the state on the server and writes the response to the cache. */
  save(on: boolean): Promise<void>
  onError(error: Error): void
}

/**
 * Toggle that shows its new state at once. One request runs at a time: clicks meanwhile only change
 * the state that is sent last. A failed request rolls back to the state on the server.
 */
export function useOptimisticToggle({ key, on, save, onError }: ToggleOptions) {
  const shown = pendingStates.use((all) => all.get(key)?.on) ?? on
  const saving = useMutation({
    mutationFn: async () => {
      for (let sent: boolean | undefined; sent !== pendingOf(key)?.on; ) {
        sent = pendingOf(key)?.on
        if (sent !== undefined) await save(sent)
      }
    },
    onError,
    onSettled: () => {
      const last = pendingOf(key)
      if (last) setPending(key, { ...last, isSent: true })
      // Scheduled after the render of the cache update; otherwise the old state would flash.
      notifyManager.schedule(() => {
        if (pendingOf(key)?.isSent) setPending(key, undefined)
      })
    },
  })

  const toggle = () => {
    const last = pendingOf(key)
    setPending(key, { on: !(last?.on ?? on) })
    if (!last || last.isSent) saving.mutate()
  }
  return { on: shown, toggle }
}

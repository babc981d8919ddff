import { notifyManager, useMutation } from '@tanstack/react-query'
import { createStore } from '../lib/create-store'

/** What the last press wants, until the server has it. */
interface Wanted {
  on: boolean
  /** The server has been told: the next press tells it anew. */
  told?: true
}

/** By what is pressed, so that all buttons of one thing show the same. */
const wanted = createStore<ReadonlyMap<string, Wanted>>(new Map())

const wantedOf = (name: string) => wanted.get().get(name)

function want(name: string, next: Wanted | undefined) {
  const all = new Map(wanted.get())
  if (next) all.set(name, next)
  else all.delete(name)
  wanted.set(all)
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
  const shown = wanted.use((all) => all.get(name)?.on) ?? on
  const telling = useMutation({
    mutationFn: async () => {
      for (let told: boolean | undefined; told !== wantedOf(name)?.on; ) {
        told = wantedOf(name)?.on
        if (told !== undefined) await tell(told)
      }
    },
    onError,
    onSettled: () => {
      const last = wantedOf(name)
      if (last) want(name, { ...last, told: true })
      // Only after what was kept is shown: else the state before would be seen for a moment.
      notifyManager.schedule(() => {
        if (wantedOf(name)?.told) want(name, undefined)
      })
    },
  })

  const press = () => {
    const last = wantedOf(name)
    want(name, { on: !(last?.on ?? on) })
    if (!last || last.told) telling.mutate()
  }
  return { on: shown, press }
}

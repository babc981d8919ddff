import { vi } from 'vitest'
import { serverConfig } from '../lib/server-config'

type Settings = Partial<Pick<typeof serverConfig, 'framesCheckout' | 'reward' | 'contact'>>

/** Turns the game on; it is off by default in tests. */
export function playPrizePeg(settings: Settings = {}) {
  const all = { playsPrizePeg: true, ...settings }
  for (const [name, value] of Object.entries(all)) {
    vi.spyOn(serverConfig, name as keyof typeof all, 'get').mockReturnValue(value)
  }
}

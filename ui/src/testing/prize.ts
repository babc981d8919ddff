import { vi } from 'vitest'
import { community } from '../lib/community'

type Settings = Partial<Pick<typeof community, 'framesCheckout' | 'reward' | 'contact'>>

/** A community that plays the game; tests begin in one that does not. */
export function playPrizePeg(settings: Settings = {}) {
  const all = { playsPrizePeg: true, ...settings }
  for (const [name, value] of Object.entries(all)) {
    vi.spyOn(community, name as keyof typeof all, 'get').mockReturnValue(value)
  }
}

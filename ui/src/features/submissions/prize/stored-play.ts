import { call } from '../../../api/client'
import type { components } from '../../../api/schema'
import { prizeApi } from '../../../entities/prize/queries'
import { logOnly } from '../../../lib/log'
import { setStored } from '../../../lib/storage'

/** A draw as the server tells it. */
export type Draw = components['schemas']['DrawView']

/** An entry in the game as this browser remembers it: without a draw it waits for one. */
export interface StoredPlay {
  play: string
  draw?: Draw
}

/** Has the play drawn and remembers what came of it; an entry that could not be drawn waits on the page after. */
export async function submitPlay(email: string, play: string): Promise<StoredPlay> {
  const entry: StoredPlay = { play }
  try {
    entry.draw = await call(prizeApi.POST('/deduct-credit', { body: { email, play } }))
  } catch (error) {
    logOnly(error)
  }
  setStored({ prizepeg: JSON.stringify(entry) })
  return entry
}

/** The remembered entry; anything else that may stand there is none. */
export function parseStoredPlay(text: string | null): StoredPlay | undefined {
  try {
    const entry: unknown = JSON.parse(text ?? '')
    return isStoredPlay(entry) ? entry : undefined
  } catch {
    return undefined
  }
}

const isStoredPlay = (value: unknown): value is StoredPlay =>
  typeof value === 'object' && value !== null && 'play' in value && typeof value.play === 'string'

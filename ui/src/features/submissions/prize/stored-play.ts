import { call } from '../../../api/client'
import type { components } from '../../../api/schema'
import { prizeApi } from '../../../entities/prize/queries'
import { logOnly } from '../../../lib/log'
import { setStored } from '../../../lib/storage'

/** Response to a draw. */
export type Draw = components['schemas']['DrawView']

/** Play stored in this browser. Without a draw it is still pending. */
export interface StoredPlay {
  play: string
  draw?: Draw
}

/** Draws the play and stores the result; a play that could not be drawn stays pending. */
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

/** Parses the stored play; undefined for anything else. */
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

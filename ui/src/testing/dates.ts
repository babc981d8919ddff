import { vi } from 'vitest'
import type { components } from '../api/schema'

type Schedule = components['schemas']['ScheduleView']

/** A moment in a community in UTC: `momentAt('2026-12-24T18:00')`. */
export function momentAt(local: string): NonNullable<Schedule['closes']> {
  const at = new Date(`${local}:00Z`)
  const day = at.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return {
    at: { _seconds: at.getTime() / 1000, _nanoseconds: 0 },
    local,
    words: `${day}, ${local.slice(-5)}`,
  }
}

/** Opens on 1 December 2026 at 8:00, and closes on 24 December at 18:00. */
export const ADVENT: Schedule = {
  opens: momentAt('2026-12-01T08:00'),
  closes: momentAt('2026-12-24T18:00'),
  readyBy: 'entries',
}

/** Sets the reader's clock, which goes on. */
export const setClock = (local: string) =>
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(`${local}Z`) })

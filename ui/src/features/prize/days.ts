const WRITTEN = /^\d{4}-\d{2}-\d{2}$/
const LENGTH = 86_400_000

/** The day that is so many days later, written as days are: 2026-11-22. None for what is no day. */
export function dayAfter(day: string, days: number): string | undefined {
  const begin = WRITTEN.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  return Number.isNaN(begin)
    ? undefined
    : new Date(begin + days * LENGTH).toISOString().slice(0, 10)
}

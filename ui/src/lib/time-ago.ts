import type { components } from '../api/schema'
import { LANGUAGE } from './numbers'

type Moment = components['schemas']['TimeView']
type Unit = 'year' | 'month' | 'week' | 'day' | 'hour' | 'minute'

const SECONDS: [Unit, number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

const words = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: 'auto' })

export const toDate = ({ _seconds, _nanoseconds }: Moment): Date =>
  new Date(_seconds * 1000 + _nanoseconds / 1e6)

/** "2 days ago". Relative on purpose: e-readers often do not know their time zone. */
export function timeAgo(at: Date, now = new Date()): string {
  const seconds = (at.getTime() - now.getTime()) / 1000
  const [unit, length] = SECONDS.find(([, each]) => Math.abs(seconds) >= each) ?? []
  return unit && length ? words.format(Math.round(seconds / length), unit) : 'just now'
}

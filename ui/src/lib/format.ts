/** Locale of numbers, dates and plurals. */
const LOCALE = 'en-GB'

const plain = new Intl.NumberFormat(LOCALE)
const tenths = new Intl.NumberFormat(LOCALE, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})
const rules = new Intl.PluralRules(LOCALE)

/** "1,200". */
export const formatNumber = (count: number) => plain.format(count)

/**
 * Text for one or for another number, which replaces `#`: "1 entry", "1,200 entries". Parameters
 * replace their names: `plural(2, '1 entry in {book}', '# entries in {book}', { book })`.
 */
export function plural(
  count: number,
  one: string,
  other: string,
  parameters: Record<string, string | number> = {},
): string {
  const text = rules.select(count) === 'one' ? one : other
  return text.replace(/#|\{(\w+)\}/g, (_, name?: string) =>
    name === undefined ? formatNumber(count) : String(parameters[name]),
  )
}

export const formatEntries = (count: number) => plural(count, '1 entry', '# entries')
export const formatAnswers = (count: number) => plural(count, '1 answer', '# answers')
export const formatPosts = (count: number) => plural(count, '1 post', '# posts')
export const formatPictures = (count: number) => plural(count, '1 picture', '# pictures')

/** "1.4 MB", in decimal units as file managers use them. */
export function formatFileSize(bytes: number): string {
  const megabytes = bytes / 1_000_000
  return megabytes < 0.1
    ? `${plain.format(Math.ceil(bytes / 1000))} kB`
    : `${tenths.format(megabytes)} MB`
}

/** "1.4 GB". */
export const formatDiskSize = (bytes: number) => `${tenths.format(bytes / 1_000_000_000)} GB`

/** Time in responses of the server. */
interface ServerTime {
  _seconds: number
  _nanoseconds: number
}

type Unit = 'year' | 'month' | 'week' | 'day' | 'hour' | 'minute'

const HOURS_A_DAY = 24

const SECONDS: [Unit, number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' })

export const toDate = ({ _seconds, _nanoseconds }: ServerTime): Date =>
  new Date(_seconds * 1000 + _nanoseconds / 1e6)

/** "2 days ago". Relative because e-readers often don't know their time zone. */
export function timeAgo(at: Date, now = new Date()): string {
  const seconds = (at.getTime() - now.getTime()) / 1000
  const [unit, length] = SECONDS.find(([, each]) => Math.abs(seconds) >= each) ?? []
  return unit && length ? relative.format(Math.round(seconds / length), unit) : 'just now'
}

const dateTime = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** "1 December 2026", for days in the future. A day that the data names, instead of a moment, is in UTC. */
export const formatDay = (at: Date, timeZone?: 'UTC'): string =>
  at.toLocaleDateString(LOCALE, { day: 'numeric', month: 'long', year: 'numeric', timeZone })

/** "1 Dec 2026, 14:05". */
export const formatDateTime = (at: Date): string => dateTime.format(at)

/** "Every day". */
export function formatInterval(hours: number): string {
  return hours % HOURS_A_DAY === 0
    ? plural(hours / HOURS_A_DAY, 'Every day', 'Every # days')
    : plural(hours, 'Every hour', 'Every # hours')
}

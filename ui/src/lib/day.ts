const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
const MOMENT = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** "1 December 2026", for what ends some day: "in 9 days" is no good after "until". */
export const formatDay = (at: Date): string => DAY.format(at)

/** "1 Dec 2026, 14:05", where a day is not enough. */
export const formatDateTime = (at: Date): string => MOMENT.format(at)

import { formatNumber } from '../../lib/numbers'

const DAY = 24

/** "every day": how often something is done by the clock. */
export function everyHours(hours: number): string {
  if (hours === 1) return 'every hour'
  if (hours === DAY) return 'every day'
  return hours % DAY === 0 ? `every ${formatNumber(hours / DAY)} days` : `every ${hours} hours`
}

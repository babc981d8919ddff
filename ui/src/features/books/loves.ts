import { formatNumber } from '../../lib/numbers'

/** "no loves yet", "1 love", "1,200 loves". */
export function inLoves(count: number) {
  if (count === 0) return 'no loves yet'
  return count === 1 ? '1 love' : `${formatNumber(count)} loves`
}

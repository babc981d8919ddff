import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/client'
import { prizeApi } from '../../api/prize'
import { checkDay, isOver } from './draws'

// Apart from the other queries: what computes draws is loaded with their page alone.

/** A day of the game, checked when it is over; without a name, the one that is played now. */
export const useDay = (day: string | undefined) =>
  useQuery({
    queryKey: ['draws', day],
    queryFn: async () => {
      const query = day === undefined ? {} : { day }
      const found = await call(prizeApi.GET('/api/prize/fairness', { params: { query } }))
      return isOver(found) ? { day: found, checked: await checkDay(found) } : { day: found }
    },
  })

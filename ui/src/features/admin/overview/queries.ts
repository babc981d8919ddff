import { useQuery } from '@tanstack/react-query'
import { api, call } from '../../../api/client'
import type { components } from '../../../api/schema'
import { adminKeys } from '../../../entities/admin/queries'

export type Statistics = components['schemas']['StatisticsView']

const overviewKeys = {
  statistics: [...adminKeys.all, 'statistics'],
}

/** Statistics of the community. Doesn't suspend: alerts are shown first. */
export const useStatistics = () =>
  useQuery({
    queryKey: overviewKeys.statistics,
    queryFn: () => call(api.GET('/api/admin/statistics')),
    staleTime: 0,
  })

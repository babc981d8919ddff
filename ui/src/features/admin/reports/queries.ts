import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { ADMIN, renewOverview } from '../../../api/admin'
import { api, call } from '../../../api/client'
import { POSTS } from '../../../api/posts'
import type { components } from '../../../api/schema'

type Schemas = components['schemas']

export type Reported = Schemas['ReportedView']
export type Verdict = Schemas['Verdict']

/** Whether reports still wait for a verdict. */
export type ReportsState = 'open' | 'settled'

const REPORTS = [...ADMIN, 'reports']

/** What was reported, one entry for each thing, however many have reported it. */
export const useReports = (state: ReportsState) =>
  useSuspenseQuery({
    queryKey: [...REPORTS, state],
    queryFn: () => call(api.GET('/api/admin/reports', { params: { query: { state } } })),
  }).data

interface Settlement {
  verdict: Verdict
  /** For the record; may be empty. */
  note: string
  /** For the writer of a memo that is hidden or removed. */
  why?: string
}

/** Hides, shows or removes what was reported. Open ones leave the list with it. */
export function useResolveReport(
  { kind, id, state: seen }: Reported,
  state: ReportsState,
  onSettled: (settled: Reported) => void,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (settlement: Settlement) =>
      call(api.POST('/api/admin/reports/settle', { body: { kind, id, seen, ...settlement } })),
    onSuccess: (settled) => {
      const isIt = (each: Reported) => each.kind === kind && each.id === id
      // First: it may be about to go.
      onSettled(settled)
      queries.setQueryData<Reported[]>([...REPORTS, state], (all) =>
        state === 'open'
          ? all?.filter((each) => !isIt(each))
          : all?.map((each) => (isIt(each) ? settled : each)),
      )
      if (state === 'open') queries.invalidateQueries({ queryKey: [...REPORTS, 'settled'] })
      queries.invalidateQueries({ queryKey: POSTS })
      void renewOverview(queries)
    },
    // Another admin may have been faster.
    onError: () => void queries.invalidateQueries({ queryKey: REPORTS }),
  })
}

/** The element of a report. */
export const reportOf = ({ kind, id }: Reported) => `report-${kind}-${id}`

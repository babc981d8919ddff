import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { api, call } from '../../../api/client'
import type { components } from '../../../api/schema'
import { updateCached } from '../../../api/update-cached'
import { adminKeys, invalidateOverview } from '../../../entities/admin/queries'
import { postKeys } from '../../../entities/post/post'

type Schemas = components['schemas']

export type Reported = Schemas['ReportedView']
export type Verdict = Schemas['Verdict']

/** Whether reports are open or resolved. */
export type ReportsState = 'open' | 'settled'

const all = [...adminKeys.all, 'reports']

const reportKeys = {
  all,
  list: (state: string) => [...all, state],
}

/** Reported posts, comments and memos, one entry each with all its reports. */
export const useReports = (state: ReportsState) =>
  useSuspenseQuery({
    queryKey: reportKeys.list(state),
    queryFn: () => call(api.GET('/api/admin/reports', { params: { query: { state } } })),
  }).data

interface Settlement {
  verdict: Verdict
  /** Note for the audit log; may be empty. */
  note: string
  /** Reason for the author of a memo that is hidden or removed. */
  why?: string
}

/** Hides, shows or removes something that was reported, which resolves its open reports. */
export function useResolveReport(
  { kind, id, state: seen }: Reported,
  state: ReportsState,
  onSettled: (settled: Reported) => void,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (settlement: Settlement) =>
      call(api.POST('/api/admin/reports/settle', { body: { kind, id, seen, ...settlement } })),
    onSuccess: (settled) => {
      const matches = (each: Reported) => each.kind === kind && each.id === id
      // First, because the report may be about to leave the list.
      onSettled(settled)
      updateCached<Reported[]>(queryClient, reportKeys.list(state), (all) =>
        state === 'open'
          ? all.filter((each) => !matches(each))
          : all.map((each) => (matches(each) ? settled : each)),
      )
      if (state === 'open') queryClient.invalidateQueries({ queryKey: reportKeys.list('settled') })
      queryClient.invalidateQueries({ queryKey: postKeys.all })
      void invalidateOverview(queryClient)
    },
    // Another admin may have been faster.
    onError: () => void queryClient.invalidateQueries({ queryKey: reportKeys.all }),
  })
}

/** Id of the element of a report. */
export const reportOf = ({ kind, id }: Reported) => `report-${kind}-${id}`

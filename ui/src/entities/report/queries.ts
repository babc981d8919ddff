import { useMutation } from '@tanstack/react-query'
import { api, call } from '../../api/client'

/** Things that can be reported. */
export type ReportKind = 'post' | 'comment' | 'memo'

/** Reports a post, comment or memo to the admins. */
export const useReport = (kind: ReportKind, id: string, onSuccess: (reason: string) => unknown) =>
  useMutation({
    mutationFn: (reason: string) =>
      call(api.POST('/api/report', { body: { kind, id, reason: reason.trim() } })),
    onSuccess: (_, reason) => onSuccess(reason),
  })

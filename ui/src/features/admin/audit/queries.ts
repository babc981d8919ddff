import { useSuspenseQuery } from '@tanstack/react-query'
import { api, call } from '../../../api/client'
import type { components } from '../../../api/schema'
import { adminKeys } from '../../../entities/admin/queries'

type Schemas = components['schemas']

export type AuditEntry = Schemas['AuditView']
export type AuditAction = Schemas['AuditAction']

const auditKeys = { all: [...adminKeys.all, 'audit'] }

/** Latest actions of the admins, newest first. */
export const useAuditLog = (): AuditEntry[] =>
  useSuspenseQuery({
    queryKey: auditKeys.all,
    queryFn: () => call(api.GET('/api/admin/audit')),
    // Includes actions that the admin has just done on other pages.
    staleTime: 0,
  }).data

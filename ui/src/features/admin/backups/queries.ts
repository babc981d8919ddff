import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { api, call } from '../../../api/client'
import type { components } from '../../../api/schema'
import { adminKeys, invalidateOverview } from '../../../entities/admin/queries'
import { notifyFailure } from '../../../lib/notify'

type Schemas = components['schemas']

export type Backups = Schemas['BackupsView']
export type Backup = Schemas['BackupView']
export type BackupCopy = Schemas['BackupCopyView']

const backupKeys = { all: [...adminKeys.all, 'backups'] }

/** Interval for polling the progress of a backup, in milliseconds. */
const BACKUP_POLL_INTERVAL_MS = 1000

/** Whether a backup is running or queued. */
export const isUnderWay = ({ step, isDue }: Backups) => Boolean(step) || isDue

const isWatched = (all: Backups) => isUnderWay(all) || all.copies.some(({ step }) => step)

/** All backups, and the schedule of the next one. */
export const useBackups = (): Backups =>
  useSuspenseQuery({
    queryKey: backupKeys.all,
    queryFn: async ({ client }) => {
      const before = client.getQueryData<Backups>(backupKeys.all)
      const now = await call(api.GET('/api/admin/backups'))
      // The alerts of the overview may have changed with the backup.
      if (before && isUnderWay(before) && !isUnderWay(now)) void invalidateOverview(client)
      return now
    },
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isWatched(data) && BACKUP_POLL_INTERVAL_MS,
    staleTime: 0,
  }).data

/** Requests a backup. The response comes before it is made. */
export function useBackUp(onAsked: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.POST('/api/admin/backups')),
    onSuccess: () => {
      onAsked()
      return queryClient.invalidateQueries({ queryKey: backupKeys.all })
    },
    onError: (error) => notifyFailure('The backup could not be started.', error),
  })
}

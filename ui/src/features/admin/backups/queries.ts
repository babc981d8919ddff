import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { api, call } from '../../../api/client'
import type { components } from '../../../api/schema'
import { adminKeys, renewOverview } from '../../../entities/admin/queries'
import { errorMessage } from '../../../lib/api-error'
import { notify } from '../../../lib/notify'

type Schemas = components['schemas']

export type Backups = Schemas['BackupsView']
export type Backup = Schemas['BackupView']
export type BackupCopy = Schemas['BackupCopyView']

const backupKeys = { all: [...adminKeys.all, 'backups'] }

/** While one is made, its progress is looked at this often, in milliseconds. */
const BACKUP_POLL_INTERVAL_MS = 1000

/** One is being made, or is as soon as the work before it is done. */
export const isUnderWay = ({ step, isDue }: Backups) => Boolean(step) || isDue

const isWatched = (all: Backups) => isUnderWay(all) || all.copies.some(({ step }) => step)

/** Every backup, and what becomes of the next one. */
export const useBackups = (): Backups =>
  useSuspenseQuery({
    queryKey: backupKeys.all,
    queryFn: async ({ client }) => {
      const before = client.getQueryData<Backups>(backupKeys.all)
      const now = await call(api.GET('/api/admin/backups'))
      // What was missed on the overview may be there by now, or be missed from now on.
      if (before && isUnderWay(before) && !isUnderWay(now)) void renewOverview(client)
      return now
    },
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isWatched(data) && BACKUP_POLL_INTERVAL_MS,
    staleTime: 0,
  }).data

/** Has one made now. The answer comes before it is. */
export function useBackUp(onAsked: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.POST('/api/admin/backups')),
    onSuccess: () => {
      onAsked()
      return queryClient.invalidateQueries({ queryKey: backupKeys.all })
    },
    onError: (error) => notify({ message: errorMessage(error), tone: 'error' }),
  })
}

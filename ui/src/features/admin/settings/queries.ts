import { useSuspenseQuery } from '@tanstack/react-query'
import { ADMIN } from '../../../api/admin'
import { api, call } from '../../../api/client'
import type { components } from '../../../api/schema'

type Schemas = components['schemas']

export type Settings = Schemas['SettingsView']
export type Setting = Schemas['SettingView']

/** What the server was started with. */
export const useSettings = (): Settings =>
  useSuspenseQuery({
    queryKey: [...ADMIN, 'settings'],
    queryFn: () => call(api.GET('/api/admin/settings')),
    // It may have been started anew.
    staleTime: 0,
  }).data

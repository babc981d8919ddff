import { useSuspenseQuery } from '@tanstack/react-query'
import { api, call } from '../../../api/client'
import type { components } from '../../../api/schema'
import { adminKeys } from '../../../entities/admin/queries'

type Schemas = components['schemas']

type Settings = Schemas['SettingsView']
export type Setting = Schemas['SettingView']

const settingKeys = { all: [...adminKeys.all, 'settings'] }

/** Settings that the server was started with. */
export const useSettings = (): Settings =>
  useSuspenseQuery({
    queryKey: settingKeys.all,
    queryFn: () => call(api.GET('/api/admin/settings')),
    // The server may have restarted.
    staleTime: 0,
  }).data

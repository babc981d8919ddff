import createClient from 'openapi-fetch'
import { withBasePath } from '../lib/base'
import { serverConfig } from '../lib/server-config'
import { api, send } from './client'
import type { paths } from './schema'

/** The client for the prize game's calls: they may be asked at another port of this host. */
export const prizeApi = serverConfig.prizeHost
  ? createClient<paths>({
      baseUrl: serverConfig.prizeHost + withBasePath(''),
      fetch: send,
      credentials: 'include',
    })
  : api

/** A path of the game, for what is not sent by the client. */
export const prizeUrl = (path: string): string =>
  (serverConfig.prizeHost ?? '') + withBasePath(path)

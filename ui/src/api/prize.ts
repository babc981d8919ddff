import createClient from 'openapi-fetch'
import { at } from '../lib/base'
import { community } from '../lib/community'
import { api, send } from './client'
import type { paths } from './schema'

/** The client for the prize game's calls: they may be asked at another port of this host. */
export const prizeApi = community.prizeHost
  ? createClient<paths>({
      baseUrl: community.prizeHost + at(''),
      fetch: send,
      credentials: 'include',
    })
  : api

/** A path of the game, for what is not sent by the client. */
export const prizeUrl = (path: string): string => (community.prizeHost ?? '') + at(path)
